/*
 * server_files: the files of the page, read into memory once.
 *
 * Only these are ever served, so no path leads anywhere else.  A file NAME.gz
 * or NAME.br is NAME compressed, for clients that accept it.
 */
#ifndef TOOLS_SERVE_FILES_H
#define TOOLS_SERVE_FILES_H

#include <microhttpd.h>

struct server_files;

enum { SERVER_REASON_SIZE = 256 };

/* Read all files below a folder.  Those whose names, or the folders they are
 * in, begin with a dot are left out, and links that lead to such or out of the
 * folder; compressed files, too, if they are older than the file.  Returns
 * NULL, with a reason, if one cannot be read, or if they are too many or too
 * large.  The policy, Content-Security-Policy of the answers, must stay as long
 * as the files. */
struct server_files *server_files_open(const char *folder, const char *policy,
                                       char reason[SERVER_REASON_SIZE]);
void server_files_close(struct server_files *files);

/* The answer with the file of this path: 200, or 304 if the client has it.  '/'
 * at the end stands for index.html.  Returns 0 if there is no such file,
 * otherwise the status, and sets '*response', which stays as long as the files,
 * and '*bytes'. */
int server_files_answer(const struct server_files *files,
                        struct MHD_Connection *connection, const char *path,
                        struct MHD_Response **response, _Atomic size_t *bytes);

#endif
