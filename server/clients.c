#include "server/clients.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "server/clock.h"

struct server_client {
    int socket;
    _Atomic double deadline;
    struct server_client *next, **link;
};

struct server_clients {
    pthread_mutex_t lock;
    struct server_client *first;
    int count;
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
    atomic_store_explicit(&client->deadline, server_now() + seconds,
                          memory_order_relaxed);
}

int server_client_socket(const struct server_client *client)
{
    return client->socket;
}

int server_clients_count(struct server_clients *clients)
{
    pthread_mutex_lock(&clients->lock);
    int count = clients->count;
    pthread_mutex_unlock(&clients->lock);
    return count;
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

void server_clients_tick(struct server_clients *clients)
{
    shut_down_before(clients, server_now());
}

void server_clients_shut_down(struct server_clients *clients)
{
    shut_down_before(clients, INFINITY);
}
