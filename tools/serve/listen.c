#include "tools/serve/listen.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PORT = 65535 };

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
static int listen_at(const struct addrinfo *address)
{
    const int on = 1;
    int made = socket(address->ai_family,
                      SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0)
        return -1;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(made, address->ai_addr, address->ai_addrlen) == 0 &&
        listen(made, SOMAXCONN) == 0)
        return made;
    int error = errno;
    close(made);
    errno = error;
    return -1;
}

int server_listen(const char *text, struct server_failure *failure)
{
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                                   .ai_socktype = SOCK_STREAM};
    const char *port;
    char host[64];
    struct addrinfo *addresses;
    if (!split_address(text, host, sizeof host, &port)) {
        server_fail(
            failure, SERVER_BAD_CONFIG,
            "--listen: expected HOST:PORT such as 127.0.0.1:8080, got '%.80s'",
            text);
        return -1;
    }
    int error = getaddrinfo(host, port, &hints, &addresses);
    if (error != 0) {
        server_fail(failure, SERVER_BAD_CONFIG, "--listen: %.80s: %s", text,
                    gai_strerror(error));
        return -1;
    }
    int made = listen_at(addresses);
    if (made < 0)
        server_fail(failure, SERVER_BAD_SYSTEM, "cannot listen at %.80s: %s",
                    text, strerror(errno));
    freeaddrinfo(addresses);
    return made;
}

void server_listen_url(int socket, char url[SERVER_URL_SIZE])
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    char host[64] = "", port[16] = "";
    getsockname(socket, (struct sockaddr *)&address, &length);
    getnameinfo((const struct sockaddr *)&address, length, host, sizeof host,
                port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    bool is_wide = address.ss_family == AF_INET6;
    snprintf(url, SERVER_URL_SIZE, "http://%s%s%s:%s/", is_wide ? "[" : "",
             host, is_wide ? "]" : "", port);
}
