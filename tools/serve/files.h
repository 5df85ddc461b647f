/*
 * files_: the files of the page, read into memory once.
 *
 * Only these are ever served, so no path leads anywhere else.  A file NAME.gz
 * or NAME.br is NAME compressed, for clients that accept it.
 */
#ifndef TOOLS_SERVE_FILES_H
#define TOOLS_SERVE_FILES_H

#include <microhttpd.h>

struct files;

enum { FILES_REASON_SIZE = 256 };

/* Read all files below a folder.  Those whose names, or the folders they are
 * in, begin with a dot are left out, and links that lead to such or out of the
 * folder; compressed files, too, if they are older than the file.  Returns
 * NULL, with a reason, if one cannot be read, or if they are too many or too
 * large. */
struct files *files_open(const char *folder, char reason[FILES_REASON_SIZE]);
void files_close(struct files *files);

/* The file of this path: 200, or 304 if the client has it.  '/' at the end
 * stands for index.html.  Sets '*response', which stays as long as the files,
 * and returns the status, or 0 if there is no such file. */
int files_find(const struct files *files, struct MHD_Connection *connection,
               const char *path, struct MHD_Response **response);

#endif
