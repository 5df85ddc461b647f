#include "tools/serve/clients.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "os/clock.h"

/* Seconds from one look at who has closed its sending side to the next. */
static const double look_seconds = 1;

struct server_client {
    int socket;
    _Atomic double deadline;
    _Atomic bool answering;
    double closed_before; /* the deadline when its sending side was closed */
    struct server_client *next, **link;
};

struct server_clients {
    pthread_mutex_t lock;
    struct server_client *first;
    _Atomic int count;
    double looked; /* when the sending sides were looked at */
};

struct server_clients *server_clients_open(void)
{
    struct server_clients *clients = calloc(1, sizeof *clients);
    if (clients != NULL)
        pthread_mutex_init(&clients->lock, NULL);
    return clients;
}

void server_clients_close(struct server_clients *clients)
{
    if (clients == NULL)
        return;
    pthread_mutex_destroy(&clients->lock);
    free(clients);
}

struct server_client *server_clients_add(struct server_clients *clients,
                                         int socket, double seconds)
{
    struct server_client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    client->socket = socket;
    server_client_expect(client, seconds);
    pthread_mutex_lock(&clients->lock);
    client->next = clients->first;
    client->link = &clients->first;
    if (client->next != NULL)
        client->next->link = &client->next;
    clients->first = client;
    clients->count++;
    pthread_mutex_unlock(&clients->lock);
    return client;
}

void server_clients_remove(struct server_clients *clients,
                           struct server_client *client)
{
    pthread_mutex_lock(&clients->lock);
    *client->link = client->next;
    if (client->next != NULL)
        client->next->link = client->link;
    clients->count--;
    pthread_mutex_unlock(&clients->lock);
    free(client);
}

void server_client_expect(struct server_client *client, double seconds)
{
    atomic_store_explicit(&client->deadline, os_seconds() + seconds,
                          memory_order_relaxed);
}

void server_client_set_answering(struct server_client *client, bool answering)
{
    client->answering = answering;
}

int server_client_socket(const struct server_client *client)
{
    return client->socket;
}

int server_clients_count(struct server_clients *clients)
{
    return clients->count;
}

/* The library that owns the socket notices and closes it. */
static void shut_down_before(struct server_clients *clients, double time)
{
    pthread_mutex_lock(&clients->lock);
    for (struct server_client *client = clients->first; client != NULL;
         client = client->next)
        if (atomic_load_explicit(&client->deadline, memory_order_relaxed) <
            time)
            shutdown(client->socket, SHUT_RDWR);
    pthread_mutex_unlock(&clients->lock);
}

/* Whether the client will send nothing more, and all of it was read. */
static bool is_sending_closed(const struct server_client *client)
{
    char byte;
    return recv(client->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* A request that arrives as a whole is answered before the second look. */
static void look_at(struct server_client *client)
{
    double deadline = client->deadline;
    if (client->answering || !is_sending_closed(client))
        return;
    if (client->closed_before == deadline)
        shutdown(client->socket, SHUT_RDWR);
    client->closed_before = deadline;
}

static void shut_down_closed(struct server_clients *clients)
{
    pthread_mutex_lock(&clients->lock);
    for (struct server_client *client = clients->first; client != NULL;
         client = client->next)
        look_at(client);
    pthread_mutex_unlock(&clients->lock);
}

void server_clients_tick(struct server_clients *clients)
{
    double now = os_seconds();
    shut_down_before(clients, now);
    if (now - clients->looked < look_seconds)
        return;
    clients->looked = now;
    shut_down_closed(clients);
}

void server_clients_shut_down(struct server_clients *clients)
{
    shut_down_before(clients, INFINITY);
}
