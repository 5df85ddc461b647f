/*
 * files_: the files of the page, as they are on the disk when they are asked
 * for.
 *
 * A file NAME.gz is NAME compressed, for clients that accept it.
 */
#ifndef TOOLS_SERVE_FILES_H
#define TOOLS_SERVE_FILES_H

#include "tools/serve/http.h"

/* Write the whole path of the folder of the page to 'root'.  Returns false,
 * with errno, if there is no such folder. */
MUST_CHECK bool files_open(const char *folder, char root[PATH_MAX]);

/* Answer with the file of the page at the path of the request; 304 if the
 * client has it.  Returns false, having refused, if there is none.  '/' at the
 * end stands for index.html. What is outside of the folder, or has a name or is
 * in a folder that begins with a dot, is not served, also not by a symbolic
 * link. */
MUST_CHECK bool files_answer(struct request *request);

#endif
