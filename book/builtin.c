/* book_builtin(): the book that is part of the program. */
#include "book/book.h"

/* The file, with names for where it begins and ends. */
__asm__(".pushsection .rodata\n"
        ".hidden book_builtin_begin\n"
        ".globl book_builtin_begin\n"
        "book_builtin_begin:\n"
        ".incbin \"book/7x6.book\"\n"
        ".hidden book_builtin_end\n"
        ".globl book_builtin_end\n"
        "book_builtin_end:\n"
        ".popsection\n");

extern const unsigned char book_builtin_begin[], book_builtin_end[];

enum book_status book_builtin(struct book **book)
{
    return book_of_bytes(book, book_builtin_begin,
                         (size_t)(book_builtin_end - book_builtin_begin));
}
