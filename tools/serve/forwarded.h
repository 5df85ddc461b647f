/*
 * server_forwarded: the client of a request that came through proxies.
 *
 * A proxy that is trusted says in Forwarded or X-Forwarded-For from which
 * address it has the request.  Each proxy adds an address at the end, so that
 * the client is the last one that is not the address of a trusted proxy;
 * whatever is before it was said by the client.
 */
#ifndef TOOLS_SERVE_FORWARDED_H
#define TOOLS_SERVE_FORWARDED_H

#include <microhttpd.h>

#include "tools/serve/address.h"

enum { SERVER_MAX_PROXIES = 32 };

/* The networks of trusted proxies. */
struct server_proxies {
    struct server_network networks[SERVER_MAX_PROXIES];
    int count;
};

bool server_proxies_trust(const struct server_proxies *proxies,
                          struct server_address address);

/*
 * The address of the client, by the headers of a request that a trusted proxy
 * at the address 'peer' has sent.  It is 'peer' if nothing is said that can be
 * read, or if Forwarded and X-Forwarded-For say different addresses: then the
 * proxy has passed one of them on unread.
 */
struct server_address
server_forwarded_client(const struct server_proxies *proxies,
                        struct MHD_Connection *connection,
                        struct server_address peer);

#endif
