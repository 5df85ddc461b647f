#include "tools/gen/npz.h"

#include <minizip/zip.h>
#include <stdlib.h>
#include <string.h>

const bool npz_exists = true;
const char npz_about[] = "arrays for NumPy; needs --output";

bool npz_open(struct npz_array *array)
{
    array->stream = open_memstream(&array->values, &array->size);
    return array->stream != NULL;
}

static int row_length(const struct npz_array *array)
{
    int length = 1;
    for (int i = 0; i < 2; i++)
        if (array->shape[i] > 0)
            length *= array->shape[i];
    return length;
}

void npz_add(struct npz_array *array, const int *row)
{
    array->rows++;
    for (int i = 0; i < row_length(array); i++) {
        unsigned value = (unsigned)row[i];
        for (int byte = 0; byte < array->bytes; byte++)
            putc((int)(value >> 8 * byte & 0xff), array->stream);
    }
}

void npz_add_text(struct npz_array *array, const char *text)
{
    size_t length = strlen(text);
    array->rows++;
    for (size_t i = 0; i < (size_t)array->bytes; i++)
        putc(i < length ? text[i] : '\0', array->stream);
}

/* The header of the file of an array, of version 1.0 of the format: its length
 * is a multiple of 64, so that the values are aligned. */
enum { HEADER_SIZE = 128, MAGIC_SIZE = 10 };

static void make_header(const struct npz_array *array, char header[HEADER_SIZE])
{
    static const char magic[] = "\x93NUMPY\x01";
    char type[16], shape[64];
    int length = snprintf(shape, sizeof shape, "%ju,", (uintmax_t)array->rows);
    for (int i = 0; i < 2; i++)
        if (array->shape[i] > 0)
            length += snprintf(shape + length, sizeof shape - (size_t)length,
                               " %d,", array->shape[i]);
    if (array->text)
        snprintf(type, sizeof type, "|S%d", array->bytes);
    else
        snprintf(type, sizeof type, "%s%d", array->bytes == 1 ? "|i" : "<i",
                 array->bytes);
    memset(header, ' ', HEADER_SIZE);
    memcpy(header, magic, sizeof magic);
    header[8] = HEADER_SIZE - MAGIC_SIZE;
    header[9] = 0;
    length = snprintf(header + MAGIC_SIZE, HEADER_SIZE - MAGIC_SIZE,
                      "{'descr': '%s', 'fortran_order': False, 'shape': (%s)}",
                      type, shape);
    header[MAGIC_SIZE + length] = ' ';
    header[HEADER_SIZE - 1] = '\n';
}

/* ---------------------------------------------------------------- zip files */

static voidpf open_stream(voidpf file, const void *name, int mode)
{
    (void)name;
    (void)mode;
    return file;
}

static int keep_open(voidpf file, voidpf stream)
{
    (void)file;
    (void)stream;
    return 0;
}

/* zipWriteInFileInZip() takes an unsigned int. */
static bool write_values(zipFile zip, const char *values, size_t size)
{
    enum { CHUNK = 1 << 30 };
    for (size_t at = 0; at < size; at += CHUNK) {
        size_t left = size - at;
        if (zipWriteInFileInZip(zip, values + at,
                                left < CHUNK ? (unsigned)left : CHUNK) !=
            ZIP_OK)
            return false;
    }
    return true;
}

static bool write_array(zipFile zip, const struct npz_array *array)
{
    char header[HEADER_SIZE], name[64];
    /* 1 January 1980, the first day of the format. */
    const zip_fileinfo info = {.tmz_date = {.tm_mday = 1, .tm_year = 1980}};
    make_header(array, header);
    snprintf(name, sizeof name, "%s.npy", array->name);
    return zipOpenNewFileInZip64(zip, name, &info, NULL, 0, NULL, 0, NULL, 0, 0,
                                 array->size > UINT32_MAX / 2) == ZIP_OK &&
           write_values(zip, header, sizeof header) &&
           write_values(zip, array->values, array->size) &&
           zipCloseFileInZip(zip) == ZIP_OK;
}

/* Write the arrays to a new zip file in 'file'. */
static bool write_zip(FILE *file, struct npz_array *arrays, int count)
{
    zlib_filefunc64_def functions;
    fill_fopen64_filefunc(&functions);
    functions.zopen64_file = open_stream;
    functions.zclose_file = keep_open;
    functions.opaque = file;
    zipFile zip = zipOpen2_64("", APPEND_STATUS_CREATE, NULL, &functions);
    bool good = zip != NULL;
    for (int i = 0; i < count && good; i++)
        good = fflush(arrays[i].stream) == 0 && !ferror(arrays[i].stream) &&
               write_array(zip, &arrays[i]);
    return zip != NULL && zipClose(zip, NULL) == ZIP_OK && good;
}

bool npz_write(struct npz_array *arrays, int count, char **bytes, size_t *size)
{
    FILE *file = open_memstream(bytes, size);
    if (file == NULL)
        return false;
    bool good = write_zip(file, arrays, count);
    return fclose(file) == 0 && good;
}

void npz_close(struct npz_array *array)
{
    if (array->stream != NULL)
        fclose(array->stream);
    free(array->values);
}
