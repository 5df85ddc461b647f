/* book_builtin(): the book that is linked into the program. */
#include "book/book.h"

/* The bytes of book/7x6.book as numbers, written by the build. */
static const unsigned char bytes[] = {
#include "book/builtin.inc"
};

enum book_status book_builtin(struct book **book)
{
    return book_from_checked_bytes(book, bytes, sizeof bytes);
}
