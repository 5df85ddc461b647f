#include "tools/serve/http.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is open. */
struct file {
    int descriptor;
    bool is_gzip; /* in place of the file that was asked for */
    struct stat about;
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

static const char *type_of(const char *path)
{
    const char *suffix = strrchr(path, '.');
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (suffix != NULL && strcmp(suffix, types[i].suffix) == 0)
            return types[i].type;
    return "application/octet-stream";
}

bool files_open(const char *folder, char root[PATH_MAX])
{
    struct stat about;
    if (realpath(folder, root) == NULL || stat(root, &about) != 0)
        return false;
    errno = ENOTDIR;
    return S_ISDIR(about.st_mode);
}

/* ------------------------------------------------------------------ opening */

/* Write where 'path' with 'suffix' leads.  Returns false if that is nowhere, or
 * not public. */
static bool find(const char *root, const char *path, const char *suffix,
                 char real[PATH_MAX])
{
    char name[PATH_MAX];
    size_t length = strlen(root);
    return path[0] == '/' && strstr(path, "/.") == NULL &&
           strstr(path, "//") == NULL &&
           snprintf(name, sizeof name, "%s%s%s", root, path, suffix) <
               (int)sizeof name &&
           realpath(name, real) != NULL && strncmp(real, root, length) == 0 &&
           real[length] == '/' && strstr(real + length, "/.") == NULL;
}

static bool open_file(const char *root, const char *path, const char *suffix,
                      struct file *file)
{
    char real[PATH_MAX];
    if (!find(root, path, suffix, real))
        return false;
    file->descriptor = open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* FIFO */
    file->is_gzip = suffix[0] != '\0';
    if (file->descriptor < 0)
        return false;
    if (fstat(file->descriptor, &file->about) == 0 &&
        S_ISREG(file->about.st_mode))
        return true;
    close(file->descriptor);
    return false;
}

/* Use the compressed file instead, unless it is older. */
static void prefer_gzip(const char *root, const char *path, struct file *file)
{
    struct file packed;
    if (!open_file(root, path, ".gz", &packed))
        return;
    bool is_older = packed.about.st_mtime < file->about.st_mtime;
    close(is_older ? packed.descriptor : file->descriptor);
    if (!is_older)
        *file = packed;
}

/* ---------------------------------------------------------------- answering */

static const char *header(struct MHD_Connection *connection, const char *name)
{
    const char *value =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value != NULL ? value : "";
}

/* Whether a list such as "gzip;q=0.5, br" has gzip, and not with q=0. */
static bool accepts_gzip(const char *list)
{
    static const char word[] = "gzip";
    for (const char *item = list; *item != '\0'; item += strspn(item, ", \t")) {
        size_t name = strcspn(item, ",; \t");
        if (name == strlen(word) && strncasecmp(item, word, name) == 0) {
            item += name + strspn(item + name, "; \t");
            return strncasecmp(item, "q=", 2) != 0 ||
                   strtod(item + 2, NULL) > 0;
        }
        item += strcspn(item, ",");
    }
    return false;
}

/* Answer with the file, which is closed. */
static void use_file(struct request *request, const struct file *file)
{
    char etag[64];
    snprintf(etag, sizeof etag, "\"%jx.%lx-%jx%s\"",
             (uintmax_t)file->about.st_mtime, file->about.st_mtim.tv_nsec,
             (uintmax_t)file->about.st_size, file->is_gzip ? "-gzip" : "");
    const char *known =
        header(request->connection, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool is_known = strcmp(known, "*") == 0 || strstr(known, etag) != NULL;
    if (!is_known)
        request->response = MHD_create_response_from_fd64(
            (uint64_t)file->about.st_size, file->descriptor);
    if (request->response == NULL)
        close(file->descriptor);
    if (is_known) {
        request->status = MHD_HTTP_NOT_MODIFIED;
        request->response =
            MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    }
    http_add_header(request, "ETag", etag);
    http_add_header(request, "Vary", "Accept-Encoding");
    if (file->is_gzip)
        http_add_header(request, "Content-Encoding", "gzip");
}

bool files_answer(struct request *request)
{
    const struct settings *settings = request->server->settings;
    const char *url = request->path;
    char path[PATH_MAX];
    struct file file;
    bool is_folder = url[0] != '\0' && url[strlen(url) - 1] == '/';
    if (settings->web == NULL ||
        snprintf(path, sizeof path, "%s%s", url,
                 is_folder ? "index.html" : "") >= (int)sizeof path ||
        !open_file(settings->root, path, "", &file))
        return refuse(&request->ask, MHD_HTTP_NOT_FOUND,
                      "not found; /v1/openapi.json describes what there is");
    if (accepts_gzip(
            header(request->connection, MHD_HTTP_HEADER_ACCEPT_ENCODING)))
        prefer_gzip(settings->root, path, &file);
    request->is_file = true;
    request->is_frame = strcmp(path, "/embed.html") == 0;
    request->type = type_of(path);
    request->cache = CACHE_CHECK;
    use_file(request, &file);
    return true;
}
