#include "tools/serve/address.h"

#include <netinet/in.h>
#include <string.h>

enum { NETWORK_BYTES = 8 };

static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};

struct server_address server_address_of(const struct sockaddr *address)
{
    struct server_address made = {{0}};
    if (address->sa_family == AF_INET6) {
        memcpy(made.bytes, &((const struct sockaddr_in6 *)address)->sin6_addr,
               sizeof made.bytes);
    } else if (address->sa_family == AF_INET) {
        memcpy(made.bytes, mapped, sizeof mapped);
        memcpy(made.bytes + sizeof mapped,
               &((const struct sockaddr_in *)address)->sin_addr,
               sizeof made.bytes - sizeof mapped);
    }
    return made;
}

struct server_address server_address_client(struct server_address address)
{
    if (memcmp(address.bytes, mapped, sizeof mapped) != 0)
        memset(address.bytes + NETWORK_BYTES, 0,
               sizeof address.bytes - NETWORK_BYTES);
    return address;
}
