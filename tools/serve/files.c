#include "tools/serve/files.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/serve/http.h"

enum { MAX_FILES = 1024, MAX_BYTES = 256 << 20 };

/* The encodings of a file, in the order of preference. */
enum encoding { BROTLI, GZIP, PLAIN, ENCODINGS };

static const struct {
    const char *name, *suffix;
} encodings[ENCODINGS] = {
    [BROTLI] = {"br", ".br"}, [GZIP] = {"gzip", ".gz"}, [PLAIN] = {NULL, ""}};

struct variant {
    char *bytes; /* NULL: the file does not exist in this encoding */
    size_t length;
    struct timespec changed; /* when the file was */
    char etag[24];
    struct MHD_Response *whole, *not_modified;
};

struct file {
    char *path; /* "/index.html" */
    struct variant variants[ENCODINGS];
};

struct files {
    char *root;         /* the folder, without symbolic links */
    struct file *files; /* sorted by path */
    int count;
    size_t bytes;
};

static const struct {
    const char *suffix, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/plain; charset=utf-8"},
    {".ts", "text/plain; charset=utf-8"},
};

static bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && strcmp(text + length - end, suffix) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends_with(path, types[i].suffix))
            return types[i].type;
    return "application/octet-stream";
}

/* ------------------------------------------------------------------ reading */

/* The errno of what is neither a file nor a folder. */
enum { NOT_A_FILE = ENOTSUP };

/* Read an open file whole into 'variant'.  Returns an errno, or 0. */
static int read_open(FILE *file, struct variant *variant)
{
    struct stat about;
    if (fstat(fileno(file), &about) != 0)
        return errno;
    if (!S_ISREG(about.st_mode))
        return NOT_A_FILE;
    if (about.st_size > MAX_BYTES)
        return EFBIG;
    variant->length = (size_t)about.st_size;
    variant->changed = about.st_mtim;
    variant->bytes = malloc(variant->length + 1);
    if (variant->bytes == NULL)
        return ENOMEM;
    return fread(variant->bytes, 1, variant->length, file) == variant->length &&
                   getc(file) == EOF
               ? 0
               : EIO;
}

/* The same, given a path. */
static int read_path(const char *path, struct variant *variant)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* FIFOs */
    if (descriptor < 0)
        return errno;
    FILE *file = fdopen(descriptor, "r");
    if (file == NULL) {
        int error = errno;
        close(descriptor);
        return error;
    }
    int error = read_open(file, variant);
    fclose(file);
    return error;
}

/* FNV-1a. */
static void write_etag(struct variant *variant)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < variant->length; i++)
        hash =
            (hash ^ (unsigned char)variant->bytes[i]) * UINT64_C(0x100000001b3);
    snprintf(variant->etag, sizeof variant->etag, "\"%016jx\"",
             (uintmax_t)hash);
}

/* Only one page may be embedded by others. */
static const char *policy_of(const char *path)
{
    return strcmp(path, "/embed.html") == 0 ? http_policy_of_frames
                                            : http_policy;
}

static struct MHD_Response *add_headers(struct MHD_Response *response,
                                        const char *path,
                                        const struct variant *variant,
                                        enum encoding encoding)
{
    response =
        http_add_headers(response, policy_of(path), type_of(path), CACHE_CHECK);
    response = http_add_header(response, "ETag", variant->etag);
    response = http_add_header(response, "Vary", "Accept-Encoding");
    if (encodings[encoding].name != NULL)
        response = http_add_header(response, "Content-Encoding",
                                   encodings[encoding].name);
    return response;
}

static bool make_responses(const char *path, struct variant *variant,
                           enum encoding encoding)
{
    write_etag(variant);
    variant->whole = add_headers(
        MHD_create_response_from_buffer(variant->length, variant->bytes,
                                        MHD_RESPMEM_PERSISTENT),
        path, variant, encoding);
    variant->not_modified = add_headers(
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT), path,
        variant, encoding);
    return variant->whole != NULL && variant->not_modified != NULL;
}

static bool is_before(struct timespec a, struct timespec b)
{
    return a.tv_sec < b.tv_sec ||
           (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

/* Whether a file is in the folder, and neither it nor a folder between them is
 * hidden. */
static bool is_public(const struct files *files, const char *name)
{
    size_t length = strlen(files->root);
    char *real = realpath(name, NULL);
    bool found = real != NULL && strncmp(real, files->root, length) == 0 &&
                 real[length] == '/' && strstr(real + length, "/.") == NULL;
    free(real);
    return found;
}

/* Add a file in one encoding, the plain one first.  Returns an errno, or 0:
 * ENOENT if it is not there, or older than the plain one. */
static int add_variant(struct files *files, const char *name, struct file *file,
                       enum encoding encoding)
{
    struct variant *variant = &file->variants[encoding];
    char full[4096];
    if (snprintf(full, sizeof full, "%s%s", name, encodings[encoding].suffix) >=
        (int)sizeof full)
        return ENAMETOOLONG;
    if (!is_public(files, full))
        return ENOENT;
    int error = read_path(full, variant);
    if (error != 0)
        return encoding != PLAIN && error == NOT_A_FILE ? ENOENT : error;
    if (is_before(variant->changed, file->variants[PLAIN].changed)) {
        free(variant->bytes);
        variant->bytes = NULL;
        return ENOENT;
    }
    files->bytes += variant->length;
    if (files->bytes > MAX_BYTES)
        return EFBIG;
    return make_responses(file->path, variant, encoding) ? 0 : ENOMEM;
}

/* Add a file whose path in the server is 'path'. */
static int add_file(struct files *files, const char *name, const char *path)
{
    if (files->count == MAX_FILES)
        return EMFILE;
    struct file *file = &files->files[files->count];
    *file = (struct file){.path = strdup(path)};
    files->count++;
    if (file->path == NULL)
        return ENOMEM;
    int error = add_variant(files, name, file, PLAIN);
    for (int i = 0; i < PLAIN && error == 0; i++) {
        error = add_variant(files, name, file, (enum encoding)i);
        if (error == ENOENT)
            error = 0;
    }
    return error;
}

/* What nftw() calls has no argument of its own. */
static _Thread_local struct {
    struct files *files;
    size_t folder_length;
    char *reason;
} walk;

static int visit(const char *name, const struct stat *about, int type,
                 struct FTW *place)
{
    (void)about, (void)place;
    if (type == FTW_D || !is_public(walk.files, name) ||
        (type == FTW_F && (ends_with(name, ".gz") || ends_with(name, ".br"))))
        return 0;
    int error = type == FTW_F
                    ? add_file(walk.files, name, name + walk.folder_length)
                    : EACCES;
    if (error == 0)
        return 0;
    snprintf(walk.reason, FILES_REASON_SIZE, "%.120s: %s", name,
             error == EMFILE       ? "too many files"
             : error == EFBIG      ? "too many bytes"
             : error == NOT_A_FILE ? "neither a file nor a folder"
                                   : strerror(error));
    return 1;
}

static int compare(const void *a, const void *b)
{
    const struct file *left = a, *right = b;
    return strcmp(left->path, right->path);
}

/* The folder without symbolic links, to be freed; NULL with errno. */
static char *open_root(const char *folder)
{
    struct stat about;
    if (stat(folder, &about) != 0)
        return NULL;
    if (S_ISDIR(about.st_mode))
        return realpath(folder, NULL);
    errno = ENOTDIR;
    return NULL;
}

struct files *files_open(const char *folder, char reason[FILES_REASON_SIZE])
{
    struct files *files = calloc(1, sizeof *files);
    if (files != NULL)
        files->files = calloc(MAX_FILES, sizeof *files->files);
    if (files == NULL || files->files == NULL) {
        snprintf(reason, FILES_REASON_SIZE, "out of memory");
        free(files);
        return NULL;
    }
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] == '/')
        length--;
    walk.files = files;
    walk.folder_length = length;
    walk.reason = reason;
    reason[0] = '\0';
    files->root = open_root(folder);
    if (files->root == NULL || nftw(folder, visit, 16, 0) != 0) {
        if (reason[0] == '\0')
            snprintf(reason, FILES_REASON_SIZE, "%.120s: %s", folder,
                     strerror(errno));
        files_close(files);
        return NULL;
    }
    qsort(files->files, (size_t)files->count, sizeof *files->files, compare);
    return files;
}

void files_close(struct files *files)
{
    if (files == NULL)
        return;
    for (int i = 0; i < files->count; i++) {
        for (int j = 0; j < ENCODINGS; j++) {
            struct variant *variant = &files->files[i].variants[j];
            if (variant->whole != NULL)
                MHD_destroy_response(variant->whole);
            if (variant->not_modified != NULL)
                MHD_destroy_response(variant->not_modified);
            free(variant->bytes);
        }
        free(files->files[i].path);
    }
    free(files->files);
    free(files->root);
    free(files);
}

/* ---------------------------------------------------------------- answering */

static const struct file *find(const struct files *files, const char *path)
{
    char full[256];
    size_t length = strlen(path);
    if (length == 0 || length + sizeof "index.html" > sizeof full)
        return NULL;
    snprintf(full, sizeof full, "%s%s", path,
             path[length - 1] == '/' ? "index.html" : "");
    struct file wanted = {.path = full};
    return bsearch(&wanted, files->files, (size_t)files->count,
                   sizeof *files->files, compare);
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
    const char *value =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value != NULL ? value : "";
}

/* Whether a list such as "gzip, br;q=0.5" has the word, and not with q=0. */
static bool accepts(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *item = list; *item != '\0'; item += strspn(item, ", \t")) {
        size_t end = strcspn(item, ",");
        size_t name = strcspn(item, ",; \t");
        if (name == length && strncasecmp(item, word, length) == 0) {
            item += name + strspn(item + name, "; \t");
            return strncasecmp(item, "q=", 2) != 0 ||
                   strtod(item + 2, NULL) > 0;
        }
        item += end;
    }
    return false;
}

static const struct variant *choose(const struct file *file, const char *accept)
{
    for (int i = 0; i < PLAIN; i++)
        if (file->variants[i].bytes != NULL &&
            accepts(accept, encodings[i].name))
            return &file->variants[i];
    return &file->variants[PLAIN];
}

int files_find(const struct files *files, struct MHD_Connection *connection,
               const char *path, struct MHD_Response **response)
{
    const struct file *file = find(files, path);
    if (file == NULL)
        return 0;
    const struct variant *variant =
        choose(file, header(connection, MHD_HTTP_HEADER_ACCEPT_ENCODING));
    const char *known = header(connection, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool is_known =
        strcmp(known, "*") == 0 || strstr(known, variant->etag) != NULL;
    *response = is_known ? variant->not_modified : variant->whole;
    return is_known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK;
}
