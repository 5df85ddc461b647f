/*
 * server_address: addresses of the Internet, and networks of them.
 */
#ifndef TOOLS_SERVE_ADDRESS_H
#define TOOLS_SERVE_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* An address of IPv6; one of IPv4 as ::ffff:a.b.c.d. */
struct server_address {
    unsigned char bytes[16];
};

/* Of a connection; the unspecified address, ::, if it is of a Unix socket. */
struct server_address server_address_of(const struct sockaddr *address);

/* Read an address of IPv4 or IPv6, without a port.  Returns false if the text
 * is none. */
bool server_address_read(struct server_address *address, const char *text,
                         size_t length);

/* Write the address as text; :: as "unix". */
enum { SERVER_ADDRESS_SIZE = 46 };
void server_address_write(struct server_address address,
                          char text[SERVER_ADDRESS_SIZE]);

/* The address that stands for a client: one of IPv4 itself, of IPv6 the network
 * of 64 bits, since each customer of a provider has at least one. */
struct server_address server_address_client(struct server_address address);

struct server_network {
    struct server_address address;
    int bits; /* of the 128 of the address, which are those of the network */
};

/* Read ADDRESS/BITS, such as 10.0.0.0/8, or "unix".  Returns false if the text
 * is none. */
bool server_network_read(struct server_network *network, const char *text);

bool server_network_has(const struct server_network *network,
                        struct server_address address);

#endif
