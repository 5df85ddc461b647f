#include "tools/serve/clients.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct server_clients {
    pthread_mutex_t lock; /* of all that follows */
    void *tree;           /* of tsearch(), by address */
};

static int compare(const void *one, const void *other)
{
    const struct server_client *first = one, *second = other;
    return memcmp(&first->address, &second->address, sizeof first->address);
}

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

/* Requires the lock. */
static struct server_client *add(struct server_clients *clients,
                                 struct server_address address)
{
    struct server_client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    client->address = address;
    for (int i = 0; i < SERVER_LINES; i++)
        TAILQ_INIT(&client->lines[i].turns);
    if (tsearch(client, &clients->tree, compare) != NULL)
        return client;
    free(client);
    return NULL;
}

struct server_client *server_client_use(struct server_clients *clients,
                                        struct server_address address)
{
    const struct server_client wanted = {.address =
                                             server_address_client(address)};
    pthread_mutex_lock(&clients->lock);
    struct server_client **found = tfind(&wanted, &clients->tree, compare);
    struct server_client *client =
        found != NULL ? *found : add(clients, wanted.address);
    if (client != NULL)
        client->users++;
    pthread_mutex_unlock(&clients->lock);
    return client;
}

void server_client_release(struct server_clients *clients,
                           struct server_client *client)
{
    if (client == NULL)
        return;
    pthread_mutex_lock(&clients->lock);
    if (--client->users == 0) {
        tdelete(client, &clients->tree, compare);
        free(client);
    }
    pthread_mutex_unlock(&clients->lock);
}
