#include "book/book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/internal.h"
#include "os/os.h"

static enum fourscore_status refuse_book(struct fourscore_error *error,
                                         const char *reason)
{
    char text[BOARD_REASON_SIZE] = "";
    snprintf(text, sizeof text, "%s", reason);
    lib_set_error(error, 0, text);
    return FOURSCORE_BAD_BOOK;
}

static enum fourscore_status
refuse_unreadable_book(struct fourscore_error *error, int number)
{
    char text[BOARD_REASON_SIZE];
    return refuse_book(error, os_error_text(number, text, sizeof text)
                                  ? text
                                  : book_strstatus(BOOK_SYSTEM_ERROR));
}

/* Set '*book' to a handle that owns 'opened'. */
static enum fourscore_status give(fourscore_book **book, struct book *opened)
{
    *book = malloc(sizeof **book);
    if (*book == NULL) {
        book_close(opened);
        return FOURSCORE_NO_MEMORY;
    }
    (*book)->book = opened;
    return FOURSCORE_OK;
}

/* Convert the result of opening a book. */
static enum fourscore_status finish(fourscore_book **book, struct book *opened,
                                    enum book_status status,
                                    struct fourscore_error *error)
{
    int number = errno;
    switch (status) {
    case BOOK_OK:
        return give(book, opened);
    case BOOK_NO_MEMORY:
        return FOURSCORE_NO_MEMORY;
    case BOOK_SYSTEM_ERROR:
        return refuse_unreadable_book(error, number);
    default:
        return refuse_book(error, book_strstatus(status));
    }
}

EXPORT enum fourscore_status fourscore_book_open(fourscore_book **book,
                                                 const char *path,
                                                 struct fourscore_error *error)
{
    struct book *opened;
    *book = NULL;
    enum book_status status = book_open(&opened, path);
    return finish(book, opened, status, error);
}

EXPORT enum fourscore_status
fourscore_book_from_memory(fourscore_book **book, const void *bytes,
                           size_t size, struct fourscore_error *error)
{
    struct book *opened;
    *book = NULL;
    enum book_status status = book_from_bytes(&opened, bytes, size);
    return finish(book, opened, status, error);
}

EXPORT enum fourscore_status fourscore_book_builtin(fourscore_book **book)
{
    struct book *opened;
    *book = NULL;
    enum book_status status = book_builtin(&opened);
    return finish(book, opened, status, NULL);
}

EXPORT enum fourscore_status
fourscore_book_info(const fourscore_book *book,
                    struct fourscore_book_info *info)
{
    struct book_info found = book_info(book->book);
    struct fourscore_book_info all = {
        .size = sizeof all,
        .width = found.board.width,
        .height = found.board.height,
        .plies = found.depth,
        .positions = found.positions,
    };
    return lib_write_structure(info, info->size, &all, sizeof all);
}

EXPORT void fourscore_book_free(fourscore_book *book)
{
    if (book == NULL)
        return;
    book_close(book->book);
    free(book);
}
