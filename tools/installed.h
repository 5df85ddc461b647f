/*
 * installed_: files of the project, found at run time.
 */
#ifndef TOOLS_INSTALLED_H
#define TOOLS_INSTALLED_H

#include "tools/options.h"

enum { INSTALLED_PATH_SIZE = 4096 };

/*
 * Set 'path' to a file or folder of the project: where the build has it, given
 * from the folder of the program, or where 'make install' put it.  Returns
 * 'path', or NULL if there is none.
 */
const char *installed_find(const char *beside, const char *installed,
                           char path[INSTALLED_PATH_SIZE]);

/* The same for the book of 10 plies. */
const char *installed_find_book(char path[INSTALLED_PATH_SIZE]);

/* Let options without a book name this one, if it is there and for their board.
 * 'path' must live as long as they do. */
void installed_choose_book(struct options *options,
                           char path[INSTALLED_PATH_SIZE]);

#endif
