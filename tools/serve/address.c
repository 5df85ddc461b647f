#include "tools/serve/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 128, IPV4_BITS = 32, CLIENT_BYTES = 8 };

static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};

static bool is_ipv4(struct server_address address)
{
    return memcmp(address.bytes, mapped, sizeof mapped) == 0;
}

/* What stands for Unix sockets, which have no address. */
static const char of_unix[] = "unix";

static bool is_unix(struct server_address address)
{
    static const struct server_address none;
    return memcmp(&address, &none, sizeof none) == 0;
}

static struct server_address address_of_ipv4(const void *bytes)
{
    struct server_address made;
    memcpy(made.bytes, mapped, sizeof mapped);
    memcpy(made.bytes + sizeof mapped, bytes,
           sizeof made.bytes - sizeof mapped);
    return made;
}

struct server_address server_address_of(const struct sockaddr *address)
{
    struct server_address made = {{0}};
    if (address->sa_family == AF_INET6)
        memcpy(made.bytes, &((const struct sockaddr_in6 *)address)->sin6_addr,
               sizeof made.bytes);
    else if (address->sa_family == AF_INET)
        made =
            address_of_ipv4(&((const struct sockaddr_in *)address)->sin_addr);
    return made;
}

bool server_address_read(struct server_address *address, const char *text,
                         size_t length)
{
    char copy[SERVER_ADDRESS_SIZE];
    struct in_addr ipv4;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET6, copy, address->bytes) == 1)
        return true;
    if (inet_pton(AF_INET, copy, &ipv4) != 1)
        return false;
    *address = address_of_ipv4(&ipv4);
    return true;
}

void server_address_write(struct server_address address,
                          char text[SERVER_ADDRESS_SIZE])
{
    bool is_short = is_ipv4(address);
    if (is_unix(address))
        memcpy(text, of_unix, sizeof of_unix);
    else
        inet_ntop(is_short ? AF_INET : AF_INET6,
                  address.bytes + (is_short ? sizeof mapped : 0), text,
                  SERVER_ADDRESS_SIZE);
}

struct server_address server_address_client(struct server_address address)
{
    if (!is_ipv4(address))
        memset(address.bytes + CLIENT_BYTES, 0,
               sizeof address.bytes - CLIENT_BYTES);
    return address;
}

bool server_network_read(struct server_network *network, const char *text)
{
    if (strcmp(text, of_unix) == 0) {
        *network = (struct server_network){.bits = BITS};
        return true;
    }
    const char *slash = strchr(text, '/');
    if (slash == NULL ||
        !server_address_read(&network->address, text, (size_t)(slash - text)))
        return false;
    size_t digits = strspn(slash + 1, "0123456789");
    if (digits < 1 || digits > 3 || slash[1 + digits] != '\0')
        return false;
    bool is_short = strchr(text, ':') == NULL;
    network->bits =
        (int)strtol(slash + 1, NULL, 10) + (is_short ? BITS - IPV4_BITS : 0);
    return network->bits <= BITS;
}

bool server_network_has(const struct server_network *network,
                        struct server_address address)
{
    int whole = network->bits / 8, rest = network->bits % 8;
    if (memcmp(network->address.bytes, address.bytes, (size_t)whole) != 0)
        return false;
    return rest == 0 ||
           ((network->address.bytes[whole] ^ address.bytes[whole]) >>
            (8 - rest)) == 0;
}
