/*
 * libraries_: the libraries that the program is linked with.
 */
#ifndef TOOLS_LIBRARIES_H
#define TOOLS_LIBRARIES_H

/* Print their names and versions. */
void libraries_print(void);

#endif
