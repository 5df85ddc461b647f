/*
 * server_address: an address of the Internet.
 */
#ifndef TOOLS_SERVE_ADDRESS_H
#define TOOLS_SERVE_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* An address of IPv6; one of IPv4 as ::ffff:a.b.c.d. */
struct server_address {
    unsigned char bytes[16];
};

/* Of a connection; the unspecified address if it is of another kind. */
struct server_address server_address_of(const struct sockaddr *address);

/* The address that stands for a client: one of IPv4 itself, of IPv6 the network
 * of 64 bits, since each customer of a provider has at least one. */
struct server_address server_address_client(struct server_address address);

#endif
