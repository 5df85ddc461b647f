#include "book/book.h"

#include <errno.h>

#include "lib/internal.h"
#include "os/os.h"

/* Set '*book' to the book that was opened, or to NULL.  A handle is a book of
 * book/book.h. */
static enum fourscore_status finish(fourscore_book **book, struct book *opened,
                                    enum book_status status,
                                    struct fourscore_error *error)
{
    char text[BOARD_REASON_SIZE];
    const char *reason = book_strstatus(status);
    *book = NULL;
    if (status == BOOK_SYSTEM_ERROR && os_error_text(errno, text, sizeof text))
        reason = text;
    if (status == BOOK_NO_MEMORY)
        return FOURSCORE_NO_MEMORY;
    if (status != BOOK_OK)
        return lib_fail(FOURSCORE_BAD_BOOK, error, 0, reason);
    *book = (fourscore_book *)opened;
    return FOURSCORE_OK;
}

EXPORT enum fourscore_status fourscore_book_open(fourscore_book **book,
                                                 const char *path,
                                                 struct fourscore_error *error)
{
    struct book *opened;
    enum book_status status = book_open(&opened, path);
    return finish(book, opened, status, error);
}

EXPORT enum fourscore_status
fourscore_book_from_memory(fourscore_book **book, const void *bytes,
                           size_t size, struct fourscore_error *error)
{
    struct book *opened;
    enum book_status status = book_from_bytes(&opened, bytes, size);
    return finish(book, opened, status, error);
}

EXPORT enum fourscore_status fourscore_book_builtin(fourscore_book **book)
{
    struct book *opened;
    enum book_status status = book_builtin(&opened);
    return finish(book, opened, status, NULL);
}

EXPORT enum fourscore_status
fourscore_book_info(const fourscore_book *book,
                    struct fourscore_book_info *info)
{
    struct book_info found = book_info((const struct book *)book);
    struct fourscore_book_info all = {
        .width = found.board.width,
        .height = found.board.height,
        .plies = found.depth,
        .positions = found.positions,
    };
    return lib_write_structure(info, &all, sizeof all);
}

EXPORT void fourscore_book_free(fourscore_book *book)
{
    book_close((struct book *)book);
}
