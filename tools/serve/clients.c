#include "tools/serve/clients.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"

TAILQ_HEAD(list, server_client);

struct server_clients {
    struct server_share share;
    pthread_mutex_t lock; /* of all that follows */
    void *tree;           /* of tsearch(), by address */
    struct list unused;   /* clients without users */
    int count;
};

static int compare(const void *one, const void *other)
{
    const struct server_client *first = one, *second = other;
    return memcmp(&first->address, &second->address, sizeof first->address);
}

struct server_clients *server_clients_open(const struct server_share *share)
{
    struct server_clients *clients = calloc(1, sizeof *clients);
    if (clients == NULL)
        return NULL;
    clients->share = *share;
    TAILQ_INIT(&clients->unused);
    pthread_mutex_init(&clients->lock, NULL);
    return clients;
}

/* The next three functions require the lock. */

static struct server_client *add(struct server_clients *clients,
                                 struct server_address address)
{
    struct server_client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    client->address = address;
    for (int i = 0; i < SERVER_LINES; i++)
        TAILQ_INIT(&client->lines[i].turns);
    if (tsearch(client, &clients->tree, compare) == NULL) {
        free(client);
        return NULL;
    }
    TAILQ_INSERT_TAIL(&clients->unused, client, next);
    clients->count++;
    return client;
}

static void forget(struct server_clients *clients, struct server_client *client)
{
    TAILQ_REMOVE(&clients->unused, client, next);
    tdelete(client, &clients->tree, compare);
    free(client);
    clients->count--;
}

/* Forget the clients without users that may send a whole burst before 'time'.
 */
static void forget_unused(struct server_clients *clients, double time)
{
    struct server_client *client, *next;
    for (client = TAILQ_FIRST(&clients->unused); client != NULL;
         client = next) {
        next = TAILQ_NEXT(client, next);
        if (client->full <= time)
            forget(clients, client);
    }
}

void server_clients_close(struct server_clients *clients)
{
    struct server_client *client;
    if (clients == NULL)
        return;
    while ((client = TAILQ_FIRST(&clients->unused)) != NULL)
        forget(clients, client);
    pthread_mutex_destroy(&clients->lock);
    free(clients);
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
    if (client != NULL && client->users++ == 0)
        TAILQ_REMOVE(&clients->unused, client, next);
    pthread_mutex_unlock(&clients->lock);
    return client;
}

void server_client_release(struct server_clients *clients,
                           struct server_client *client)
{
    pthread_mutex_lock(&clients->lock);
    if (--client->users == 0)
        TAILQ_INSERT_TAIL(&clients->unused, client, next);
    pthread_mutex_unlock(&clients->lock);
}

bool server_client_connect(struct server_clients *clients,
                           struct server_client *client)
{
    pthread_mutex_lock(&clients->lock);
    bool may_connect = client->connections++ < clients->share.connections;
    pthread_mutex_unlock(&clients->lock);
    return may_connect;
}

void server_client_disconnect(struct server_clients *clients,
                              struct server_client *client)
{
    pthread_mutex_lock(&clients->lock);
    client->connections--;
    pthread_mutex_unlock(&clients->lock);
}

double server_client_ask(struct server_clients *clients,
                         struct server_client *client)
{
    const struct server_share *share = &clients->share;
    const double period = 1.0 / share->rate, rounding = 0.5 * period;
    double now = os_seconds();
    pthread_mutex_lock(&clients->lock);
    double full = (client->full > now ? client->full : now) + period;
    double wait = full - now - share->burst * period;
    bool may_ask = wait <= rounding;
    if (may_ask)
        client->full = full;
    pthread_mutex_unlock(&clients->lock);
    return may_ask ? 0 : wait;
}

int server_clients_count(struct server_clients *clients)
{
    pthread_mutex_lock(&clients->lock);
    int count = clients->count;
    pthread_mutex_unlock(&clients->lock);
    return count;
}

void server_clients_tick(struct server_clients *clients)
{
    double now = os_seconds();
    pthread_mutex_lock(&clients->lock);
    forget_unused(clients, now);
    pthread_mutex_unlock(&clients->lock);
}
