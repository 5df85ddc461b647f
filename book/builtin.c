/* book_builtin(): the book that is part of the program. */
#include "book/book.h"

/* The file, and how long it is. */
__asm__(".pushsection .rodata\n"
        ".hidden book_builtin_file\n"
        ".globl book_builtin_file\n"
        ".balign 64\n"
        "book_builtin_file:\n"
        ".incbin \"book/7x6.book\"\n"
        "book_builtin_end:\n"
        ".balign 8\n"
        ".hidden book_builtin_size\n"
        ".globl book_builtin_size\n"
        "book_builtin_size:\n"
        ".quad book_builtin_end - book_builtin_file\n"
        ".popsection\n");

extern const unsigned char book_builtin_file[];
extern const uint64_t book_builtin_size;

enum book_status book_builtin(struct book **book)
{
    return book_of_bytes(book, book_builtin_file, (size_t)book_builtin_size);
}
