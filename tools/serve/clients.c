#include "tools/serve/clients.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct clients {
    int connections;      /* that each may have */
    pthread_mutex_t lock; /* of what follows */
    TAILQ_HEAD(client_list, client) list;
    int count;
};

struct clients *clients_open(int connections)
{
    struct clients *clients = calloc(1, sizeof *clients);
    if (clients == NULL)
        return NULL;
    clients->connections = connections;
    pthread_mutex_init(&clients->lock, NULL);
    TAILQ_INIT(&clients->list);
    return clients;
}

void clients_close(struct clients *clients)
{
    if (clients == NULL)
        return;
    pthread_mutex_destroy(&clients->lock);
    free(clients);
}

static struct in6_addr network_of(const struct sockaddr *address)
{
    enum { NETWORK_BYTES = 8, MAPPED_BYTES = 12 };
    struct in6_addr network = {0};
    if (address->sa_family == AF_INET6) {
        network = ((const struct sockaddr_in6 *)address)->sin6_addr;
        if (!IN6_IS_ADDR_V4MAPPED(&network))
            memset(network.s6_addr + NETWORK_BYTES, 0,
                   sizeof network.s6_addr - NETWORK_BYTES);
    } else if (address->sa_family == AF_INET) {
        memset(network.s6_addr + MAPPED_BYTES - 2, 0xff, 2);
        memcpy(network.s6_addr + MAPPED_BYTES,
               &((const struct sockaddr_in *)address)->sin_addr,
               sizeof network.s6_addr - MAPPED_BYTES);
    }
    return network;
}

/* Requires the lock. */
static struct client *find_client(struct clients *clients,
                                  struct in6_addr network)
{
    struct client *client = NULL;
    TAILQ_FOREACH(client, &clients->list, next)
    {
        if (memcmp(&client->network, &network, sizeof network) == 0)
            break;
    }
    return client;
}

bool clients_may_connect(struct clients *clients,
                         const struct sockaddr *address)
{
    if (address->sa_family == AF_UNIX)
        return true;
    pthread_mutex_lock(&clients->lock);
    const struct client *client = find_client(clients, network_of(address));
    bool may_connect =
        client == NULL || client->connections < clients->connections;
    pthread_mutex_unlock(&clients->lock);
    return may_connect;
}

/* Requires the lock. */
static struct client *add_client(struct clients *clients,
                                 struct in6_addr network)
{
    struct client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    client->network = network;
    for (int i = 0; i < CLIENT_LINES; i++)
        TAILQ_INIT(&client->lines[i].questions);
    TAILQ_INSERT_TAIL(&clients->list, client, next);
    clients->count++;
    return client;
}

struct client *clients_connect(struct clients *clients,
                               const struct sockaddr *address)
{
    struct in6_addr network = network_of(address);
    pthread_mutex_lock(&clients->lock);
    struct client *client = find_client(clients, network);
    if (client == NULL)
        client = add_client(clients, network);
    if (client != NULL)
        client->connections++;
    pthread_mutex_unlock(&clients->lock);
    return client;
}

void clients_disconnect(struct clients *clients, struct client *client)
{
    pthread_mutex_lock(&clients->lock);
    if (--client->connections == 0) {
        TAILQ_REMOVE(&clients->list, client, next);
        clients->count--;
        free(client);
    }
    pthread_mutex_unlock(&clients->lock);
}

bool client_reserve(struct client *client, size_t bytes, size_t most)
{
    bool fits = atomic_fetch_add(&client->reserved, bytes) + bytes <= most;
    if (!fits)
        client_unreserve(client, bytes);
    return fits;
}

void client_unreserve(struct client *client, size_t bytes)
{
    atomic_fetch_sub(&client->reserved, bytes);
}

int clients_count(struct clients *clients)
{
    pthread_mutex_lock(&clients->lock);
    int count = clients->count;
    pthread_mutex_unlock(&clients->lock);
    return count;
}
