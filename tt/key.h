/*
 * tt_ keys: how wide they are, and how much of them a table stores.
 *
 * TT_KEY_BITS is set before the tables are included: keys are below 2^
 * TT_KEY_BITS.  What is stored of a key is the least of 32, 64 and 128 bits
 * that a table of some MiB can be safe with; see tt_stored_bits().
 */
#ifndef TT_KEY_H
#define TT_KEY_H

#include "tt/sizing.h"

#ifndef TT_KEY_BITS
#error "TT_KEY_BITS is to be set, see above"
#endif
_Static_assert(TT_KEY_BITS >= 1 && TT_KEY_BITS <= 127,
               "keys must leave room to be counted");

#if TT_KEY_BITS <= 64
typedef uint64_t tt_key;
#else
typedef tt_count tt_key;
#endif

/* The stored part. */
#if TT_KEY_BITS <= 32 + TT_SLOT_BITS
#define TT_STORED_BITS 32
typedef uint32_t tt_stored;
#elif TT_KEY_BITS <= 64 + TT_SLOT_BITS
#define TT_STORED_BITS 64
typedef uint64_t tt_stored;
#else
#define TT_STORED_BITS 128
typedef tt_count tt_stored;
#endif

/* The code of the tables is compiled once for each. */
#define TT_PASTE(name, bits) name##_##bits
#define TT_EXPAND(name, bits) TT_PASTE(name, bits)
#define TT_NAME(name) TT_EXPAND(name, TT_STORED_BITS)

#endif
