#include "book/book.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/board.h"
#include "book/checksum.h"
#include "book/format.h"
#include "book/index.h"
#include "book/list.h"
#include "os/os.h"

struct book {
    struct board board;
    int depth;
    struct book_index index;
    const unsigned char *slots;
    const unsigned char *bytes;
    size_t size;
    struct os_file file; /* the mapping, if the book is in a file */
    _Atomic int references;
};

const char *book_strstatus(enum book_status status)
{
    switch (status) {
    case BOOK_OK:
        return "no error";
    case BOOK_SYSTEM_ERROR:
        return "the file cannot be opened or read";
    case BOOK_NOT_REGULAR:
        return "not a regular file";
    case BOOK_TOO_LARGE:
        return "too large for a book";
    case BOOK_BAD_MAGIC:
        return "not a book: it does not begin with FOURBOOK";
    case BOOK_WRONG_VERSION:
        return "a book of a version other than 1 of the format";
    case BOOK_BAD_HEADER:
        return "not a book: board, depth or index size out of range";
    case BOOK_WRONG_SIZE:
        return "shorter or longer than its header says";
    case BOOK_BAD_CHECKSUM:
        return "corrupted: the checksum is wrong";
    case BOOK_BAD_SCORE:
        return "not a book: score out of range for its board";
    case BOOK_BAD_COUNT:
        return "not a book: more or fewer positions than its header says";
    case BOOK_NO_INDEX:
        return "no index found for these positions, or out of memory";
    case BOOK_NO_MEMORY:
        return "out of memory";
    }
    return "unknown status";
}

static bool is_header(const struct book *book, int width, int height)
{
    const struct book_index *index = &book->index;
    return board_is_size(width, height) && book->depth <= BOOK_MAX_DEPTH &&
           book->depth < width * height && index->bucket_bits >= 1 &&
           index->bucket_bits <= 32 && index->slot_bits >= 1 &&
           index->slot_bits <= 32 && index->slots >= 1 &&
           index->slots <= (uint64_t)1 << index->slot_bits &&
           book->bytes[FORMAT_RESERVED] == 0;
}

static enum book_status read_header(struct book *book)
{
    const unsigned char *bytes = book->bytes;
    if (book->size < sizeof format_magic ||
        memcmp(bytes, format_magic, sizeof format_magic) != 0)
        return BOOK_BAD_MAGIC;
    if (book->size < FORMAT_COUNTS)
        return BOOK_WRONG_SIZE;
    if (format_get(bytes + FORMAT_VERSION_AT, 2) != FORMAT_VERSION)
        return BOOK_WRONG_VERSION;

    int width = bytes[FORMAT_WIDTH], height = bytes[FORMAT_HEIGHT];
    book->depth = bytes[FORMAT_DEPTH];
    book->index = (struct book_index){
        .multiplier = format_get(bytes + FORMAT_MULTIPLIER, 8),
        .bucket_bits = bytes[FORMAT_BUCKET_BITS],
        .slot_bits = bytes[FORMAT_SLOT_BITS],
        .slots = (uint32_t)format_get(bytes + FORMAT_SLOTS, 4),
    };
    if (!is_header(book, width, height))
        return BOOK_BAD_HEADER;
    book->board = board_make(width, height);
    if (book->size !=
        format_size(book->depth, book->index.bucket_bits, book->index.slots))
        return BOOK_WRONG_SIZE;
    book->index.multipliers = bytes + FORMAT_COUNTS + 4 * (book->depth + 1);
    book->slots = bytes + book->size - book->index.slots;
    return BOOK_OK;
}

static enum book_status check_slots(const struct book *book)
{
    uint64_t positions = 0;
    int max = board_win_score(book->board, 1);
    for (uint32_t slot = 0; slot < book->index.slots; slot++) {
        int value = book->slots[slot];
        if (value == FORMAT_NO_SCORE)
            continue;
        if (value < FORMAT_SCORE - max || value > FORMAT_SCORE + max)
            return BOOK_BAD_SCORE;
        positions++;
    }
    return positions == book_info(book).positions ? BOOK_OK : BOOK_BAD_COUNT;
}

static enum book_status check_contents(const struct book *book)
{
    if (book_info(book).checksum !=
        book_checksum(0, book->bytes + FORMAT_VERSION_AT,
                      book->size - FORMAT_VERSION_AT))
        return BOOK_BAD_CHECKSUM;
    return check_slots(book);
}

enum book_status book_from_checked_bytes(struct book **book, const void *bytes,
                                         size_t size)
{
    *book = NULL;
    struct book *made = calloc(1, sizeof *made);
    if (made == NULL)
        return BOOK_NO_MEMORY;
    made->bytes = bytes;
    made->size = size;
    made->references = 1;
    enum book_status status = read_header(made);
    if (status != BOOK_OK) {
        free(made);
        return status;
    }
    *book = made;
    return BOOK_OK;
}

enum book_status book_from_bytes(struct book **book, const void *bytes,
                                 size_t size)
{
    enum book_status status = book_from_checked_bytes(book, bytes, size);
    if (status == BOOK_OK)
        status = check_contents(*book);
    if (status != BOOK_OK) {
        book_close(*book);
        *book = NULL;
    }
    return status;
}

enum book_status book_open(struct book **book, const char *path)
{
    *book = NULL;
    struct os_file file;
    /* The largest that a header can describe. */
    uint64_t max_size = format_size(BOOK_MAX_DEPTH, 32, UINT32_MAX);
    switch (os_file_map(&file, path, max_size)) {
    case OS_FILE_OK:
        break;
    case OS_FILE_UNREADABLE:
        return BOOK_SYSTEM_ERROR;
    case OS_FILE_NOT_REGULAR:
        return BOOK_NOT_REGULAR;
    case OS_FILE_TOO_LARGE:
        return BOOK_TOO_LARGE;
    case OS_FILE_NO_MEMORY:
        return BOOK_NO_MEMORY;
    }
    enum book_status status = book_from_bytes(book, file.bytes, file.size);
    if (status == BOOK_OK)
        (*book)->file = file;
    else
        os_file_unmap(&file);
    return status;
}

struct book *book_share(struct book *book)
{
    if (book != NULL)
        book->references++;
    return book;
}

void book_close(struct book *book)
{
    if (book == NULL || --book->references > 0)
        return;
    os_file_unmap(&book->file);
    free(book);
}

struct book_info book_info(const struct book *book)
{
    struct book_info info = {
        .board = book->board,
        .depth = book->depth,
        .checksum = (uint32_t)format_get(book->bytes + FORMAT_CHECKSUM, 4),
        .slots = book->index.slots,
        .buckets = (size_t)1 << book->index.bucket_bits,
        .bytes = book->size,
    };
    for (int ply = 0; ply <= book->depth; ply++) {
        info.counts[ply] = format_get(book->bytes + FORMAT_COUNTS + 4 * ply, 4);
        info.positions += info.counts[ply];
    }
    return info;
}

bool book_lookup(const struct book *book, struct position pos, int *score)
{
    if (pos.ply > book->depth || pos.board.width != book->board.width ||
        pos.board.height != book->board.height)
        return false;
    uint32_t slot = book_index_slot(&book->index, book_hash(pos));
    if (slot >= book->index.slots || book->slots[slot] == FORMAT_NO_SCORE)
        return false;
    *score = book->slots[slot] - FORMAT_SCORE;
    return true;
}

/* The bytes of book/7x6.book as numbers, written by the build. */
static const unsigned char builtin[] = {
#include "book/builtin.inc"
};

enum book_status book_builtin(struct book **book)
{
    return book_from_checked_bytes(book, builtin, sizeof builtin);
}
