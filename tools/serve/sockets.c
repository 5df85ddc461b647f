#include "tools/serve/sockets.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "os/clock.h"
#include "os/program/socket.h"

/* Seconds from one look at who has closed its sending side to the next. */
static const double look_seconds = 1;

struct server_socket {
    int number; /* the descriptor */
    struct server_client *client;
    _Atomic double deadline;
    _Atomic bool answering;
    double closed_before; /* the deadline when its sending side was closed */
    struct server_socket *next, **link;
};

struct server_sockets {
    pthread_mutex_t lock;
    struct server_socket *first;
    _Atomic int count;
    double looked; /* when the sending sides were looked at */
};

struct server_sockets *server_sockets_open(void)
{
    struct server_sockets *sockets = calloc(1, sizeof *sockets);
    if (sockets != NULL)
        pthread_mutex_init(&sockets->lock, NULL);
    return sockets;
}

void server_sockets_close(struct server_sockets *sockets)
{
    if (sockets == NULL)
        return;
    pthread_mutex_destroy(&sockets->lock);
    free(sockets);
}

struct server_socket *server_sockets_add(struct server_sockets *sockets,
                                         int number,
                                         struct server_client *client,
                                         double seconds)
{
    struct server_socket *socket = calloc(1, sizeof *socket);
    if (socket == NULL)
        return NULL;
    socket->number = number;
    socket->client = client;
    server_socket_expect(socket, seconds);
    pthread_mutex_lock(&sockets->lock);
    socket->next = sockets->first;
    socket->link = &sockets->first;
    if (socket->next != NULL)
        socket->next->link = &socket->next;
    sockets->first = socket;
    sockets->count++;
    pthread_mutex_unlock(&sockets->lock);
    return socket;
}

void server_sockets_remove(struct server_sockets *sockets,
                           struct server_socket *socket)
{
    pthread_mutex_lock(&sockets->lock);
    *socket->link = socket->next;
    if (socket->next != NULL)
        socket->next->link = socket->link;
    sockets->count--;
    pthread_mutex_unlock(&sockets->lock);
    free(socket);
}

void server_socket_expect(struct server_socket *socket, double seconds)
{
    atomic_store_explicit(&socket->deadline, os_seconds() + seconds,
                          memory_order_relaxed);
}

void server_socket_set_answering(struct server_socket *socket, bool answering)
{
    socket->answering = answering;
}

bool server_socket_is_gone(const struct server_socket *socket)
{
    struct pollfd about = {.fd = socket->number};
    return os_find_closed(&about, 1) > 0;
}

struct server_client *server_socket_client(const struct server_socket *socket)
{
    return socket->client;
}

int server_socket_number(const struct server_socket *socket)
{
    return socket->number;
}

int server_sockets_count(struct server_sockets *sockets)
{
    return sockets->count;
}

/* The library that owns the socket notices and closes it. */
static void shut_down_before(struct server_sockets *sockets, double time)
{
    pthread_mutex_lock(&sockets->lock);
    for (struct server_socket *socket = sockets->first; socket != NULL;
         socket = socket->next)
        if (atomic_load_explicit(&socket->deadline, memory_order_relaxed) <
            time)
            shutdown(socket->number, SHUT_RDWR);
    pthread_mutex_unlock(&sockets->lock);
}

/* Whether the client will send nothing more, and all of it was read. */
static bool is_sending_closed(const struct server_socket *socket)
{
    char byte;
    return recv(socket->number, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* A request that arrives as a whole is answered before the second look. */
static void look_at(struct server_socket *socket)
{
    double deadline = socket->deadline;
    if (socket->answering || !is_sending_closed(socket))
        return;
    if (socket->closed_before == deadline)
        shutdown(socket->number, SHUT_RDWR);
    socket->closed_before = deadline;
}

static void shut_down_closed(struct server_sockets *sockets)
{
    pthread_mutex_lock(&sockets->lock);
    for (struct server_socket *socket = sockets->first; socket != NULL;
         socket = socket->next)
        look_at(socket);
    pthread_mutex_unlock(&sockets->lock);
}

void server_sockets_tick(struct server_sockets *sockets)
{
    double now = os_seconds();
    shut_down_before(sockets, now);
    if (now - sockets->looked < look_seconds)
        return;
    sockets->looked = now;
    shut_down_closed(sockets);
}

void server_sockets_shut_down(struct server_sockets *sockets)
{
    shut_down_before(sockets, INFINITY);
}
