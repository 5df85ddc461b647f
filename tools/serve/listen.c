#include "tools/serve/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "os/program/program.h"

enum {
    MAX_PORT = 65535,
    FIRST_INHERITED = 3, /* the first descriptor that systemd passes */
};

static enum cli_status fail(const char *text, int error)
{
    cli_error("cannot listen at %.120s: %s", text, strerror(error));
    return CLI_FAILURE;
}

/* Split "HOST:PORT" or "[HOST]:PORT". */
static bool split_address(const char *text, char *host, size_t size,
                          const char **port)
{
    const char *colon = strrchr(text, ':');
    if (colon == NULL)
        return false;
    size_t length = (size_t)(colon - text);
    if (length >= 2 && text[0] == '[' && colon[-1] == ']') {
        text++;
        length -= 2;
    }
    if (length == 0 || length >= size)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    *port = colon + 1;
    size_t digits = strspn(*port, "0123456789");
    return digits > 0 && digits <= 5 && (*port)[digits] == '\0' &&
           strtoul(*port, NULL, 10) <= MAX_PORT;
}

/* Returns the socket, or -1 with errno. */
static int listen_at(const struct sockaddr *address, socklen_t length)
{
    const int on = 1;
    int made = os_socket_open(address->sa_family);
    if (made < 0)
        return -1;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(made, address, length) == 0 && listen(made, SOMAXCONN) == 0)
        return made;
    int error = errno;
    close(made);
    errno = error;
    return -1;
}

static enum cli_status open_host(struct listener *listener, const char *text)
{
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                                   .ai_socktype = SOCK_STREAM};
    const char *port;
    char host[64];
    struct addrinfo *addresses;
    if (!split_address(text, host, sizeof host, &port))
        return cli_usage_error(
            "--listen: expected HOST:PORT such as 127.0.0.1:8080, unix:PATH or "
            "systemd, got '%.80s'",
            text);
    int error = getaddrinfo(host, port, &hints, &addresses);
    if (error != 0)
        return cli_usage_error("--listen: %.80s: %s", text,
                               gai_strerror(error));
    listener->socket = listen_at(addresses->ai_addr, addresses->ai_addrlen);
    error = errno;
    freeaddrinfo(addresses);
    return listener->socket >= 0 ? CLI_OK : fail(text, error);
}

/* Whether the file is a socket at which no program listens. */
static bool is_left(const struct sockaddr_un *address)
{
    struct stat about;
    if (lstat(address->sun_path, &about) != 0 || !S_ISSOCK(about.st_mode))
        return false;
    int made = os_socket_open(AF_UNIX);
    if (made < 0)
        return false;
    bool is_left =
        connect(made, (const struct sockaddr *)address, sizeof *address) != 0 &&
        errno == ECONNREFUSED;
    close(made);
    return is_left;
}

static enum cli_status open_path(struct listener *listener, const char *text,
                                 const char *path)
{
    struct stat about;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (*path == '\0' || strlen(path) >= sizeof address.sun_path)
        return cli_usage_error("--listen: expected a path of 1 to %zu bytes "
                               "behind unix:, got %zu",
                               sizeof address.sun_path - 1, strlen(path));
    memcpy(address.sun_path, path, strlen(path) + 1);
    const struct sockaddr *general = (const struct sockaddr *)&address;
    listener->socket = listen_at(general, sizeof address);
    if (listener->socket < 0 && errno == EADDRINUSE) {
        if (is_left(&address))
            unlink(path);
        listener->socket = listen_at(general, sizeof address);
    }
    if (listener->socket < 0)
        return fail(text, errno);
    if (lstat(path, &about) == 0) {
        listener->device = about.st_dev;
        listener->file = about.st_ino;
    }
    return CLI_OK;
}

/* The number in a variable of the environment; 0 if there is none. */
static long number_of(const char *variable)
{
    const char *text = getenv(variable);
    return text != NULL ? strtol(text, NULL, 10) : 0;
}

static enum cli_status inherit(struct listener *listener)
{
    int number = FIRST_INHERITED, listens = 0;
    socklen_t length = sizeof listens;
    if (number_of("LISTEN_PID") != getpid() || number_of("LISTEN_FDS") < 1 ||
        getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) != 0 ||
        listens == 0)
        return cli_usage_error("--listen: systemd has passed no socket, "
                               "expected ListenStream= in a socket unit");
    fcntl(number, F_SETFD, FD_CLOEXEC);
    fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK);
    listener->socket = number;
    listener->is_inherited = true;
    return CLI_OK;
}

enum cli_status listener_open(struct listener *listener, const char *text)
{
    static const char prefix[] = "unix:";
    const size_t length = sizeof prefix - 1;
    *listener = (struct listener){.socket = -1};
    if (strcmp(text, "systemd") == 0)
        return inherit(listener);
    return strncmp(text, prefix, length) == 0
               ? open_path(listener, text, text + length)
               : open_host(listener, text);
}

static void get_address(const struct listener *listener,
                        struct sockaddr_storage *address, socklen_t *length)
{
    *address = (struct sockaddr_storage){0};
    *length = sizeof *address;
    getsockname(listener->socket, (struct sockaddr *)address, length);
}

void listener_shut_down(const struct listener *listener)
{
    struct sockaddr_storage address;
    socklen_t length;
    struct stat about;
    if (listener->is_inherited)
        return;
    /* While the socket listens, no other server replaces its file. */
    get_address(listener, &address, &length);
    const char *path = ((const struct sockaddr_un *)&address)->sun_path;
    if (address.ss_family == AF_UNIX && listener->file != 0 &&
        lstat(path, &about) == 0 && about.st_dev == listener->device &&
        about.st_ino == listener->file)
        unlink(path);
    shutdown(listener->socket, SHUT_RDWR);
}

void listener_close(struct listener *listener)
{
    if (listener->socket >= 0)
        close(listener->socket);
    listener->socket = -1;
}

void listener_name(const struct listener *listener,
                   char text[LISTENER_NAME_SIZE])
{
    struct sockaddr_storage address;
    socklen_t length;
    char host[64] = "", port[16] = "";
    get_address(listener, &address, &length);
    if (address.ss_family == AF_UNIX) {
        snprintf(text, LISTENER_NAME_SIZE, "unix:%s",
                 ((const struct sockaddr_un *)&address)->sun_path);
        return;
    }
    getnameinfo((const struct sockaddr *)&address, length, host, sizeof host,
                port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    bool is_wide = address.ss_family == AF_INET6;
    snprintf(text, LISTENER_NAME_SIZE, "http://%s%s%s:%s/", is_wide ? "[" : "",
             host, is_wide ? "]" : "", port);
}
