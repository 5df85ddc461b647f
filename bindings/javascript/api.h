/* What the files share that have functions for fourscore.mjs. */
#ifndef BINDINGS_JAVASCRIPT_API_H
#define BINDINGS_JAVASCRIPT_API_H

#include "lib/fourscore.h"

/* The head of a function, after its prototype. */
#define API(type, name, parameters)                                            \
    __attribute__((export_name(#name))) type name parameters;                  \
    type name parameters

/* A function that returns a value. */
#define GET(type, name, parameters, value)                                     \
    API(type, name, parameters)                                                \
    {                                                                          \
        return value;                                                          \
    }

enum { TEXT_SIZE = 1 << 16 };

/* The buffer in which texts are passed. */
extern char api_buffer[TEXT_SIZE];

/* About the text or the file that was refused last. */
extern struct fourscore_error api_error;

#endif
