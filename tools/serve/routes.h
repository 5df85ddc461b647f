/*
 * routes_: what the server answers at each path.
 *
 * Each route is a function that reads what is asked, asks the library, and
 * responds; it runs on the thread of its connection.
 */
#ifndef TOOLS_SERVE_ROUTES_H
#define TOOLS_SERVE_ROUTES_H

#include "tools/serve/http.h"

enum { ROUTES = 12 };
extern const struct route routes[ROUTES];

#endif
