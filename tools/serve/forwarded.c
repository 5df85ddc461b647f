#include "tools/serve/forwarded.h"

#include <string.h>
#include <strings.h>

bool server_proxies_trust(const struct server_proxies *proxies,
                          struct server_address address)
{
    for (int i = 0; i < proxies->count; i++)
        if (server_network_has(&proxies->networks[i], address))
            return true;
    return false;
}

/* A part of the value of a header. */
struct part {
    const char *bytes;
    size_t length;
};

/* What one of the headers says. */
struct trail {
    const struct server_proxies *proxies;
    bool is_given;
    bool is_known; /* 'client' is */
    struct server_address client;
};

/* An address, or that of a host and its port: 192.0.2.1, 192.0.2.1:80,
 * 2001:db8::1, [2001:db8::1] or [2001:db8::1]:80. */
static bool read_host(struct part part, struct server_address *address)
{
    if (server_address_read(address, part.bytes, part.length))
        return true;
    bool is_bracketed = part.length > 0 && part.bytes[0] == '[';
    const char *end = memchr(part.bytes, is_bracketed ? ']' : ':', part.length);
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - part.bytes);
    return is_bracketed
               ? server_address_read(address, part.bytes + 1, length - 1)
               : server_address_read(address, part.bytes, length);
}

/* Add the next address, from the first proxy on. */
static void add(struct trail *trail, struct part part)
{
    struct server_address address;
    trail->is_given = true;
    if (!read_host(part, &address)) {
        trail->is_known = false;
    } else if (!trail->is_known ||
               !server_proxies_trust(trail->proxies, address)) {
        trail->client = address;
        trail->is_known = true;
    }
}

/* Cut the part up to a separator that is not between quotes off the front of
 * 'rest', without the blanks around it. */
static struct part cut(struct part *rest, char separator)
{
    const char *end = rest->bytes + rest->length, *byte = rest->bytes;
    bool is_quoted = false;
    for (; byte < end && (is_quoted || *byte != separator); byte++) {
        if (*byte == '"')
            is_quoted = !is_quoted;
        if (*byte == '\\' && is_quoted && byte + 1 < end)
            byte++;
    }
    struct part part = {rest->bytes, (size_t)(byte - rest->bytes)};
    byte += byte < end;
    *rest = (struct part){byte, (size_t)(end - byte)};
    for (; part.length > 0 && strchr(" \t", part.bytes[0]); part.length--)
        part.bytes++;
    while (part.length > 0 && strchr(" \t", part.bytes[part.length - 1]))
        part.length--;
    return part;
}

/* The value of "for" in an element of Forwarded, such as
 * for="[2001:db8::1]:80";proto=https; without quotes. */
static struct part value_of_for(struct part element)
{
    static const char name[] = "for=";
    enum { NAME_LENGTH = sizeof name - 1 };
    while (element.length > 0) {
        struct part pair = cut(&element, ';');
        if (pair.length < NAME_LENGTH ||
            strncasecmp(pair.bytes, name, NAME_LENGTH) != 0)
            continue;
        pair.bytes += NAME_LENGTH;
        pair.length -= NAME_LENGTH;
        if (pair.length >= 2 && pair.bytes[0] == '"' &&
            pair.bytes[pair.length - 1] == '"') {
            pair.bytes++;
            pair.length -= 2;
        }
        return pair;
    }
    return element;
}

struct trails {
    struct trail standard, usual;
};

static enum MHD_Result read_header(void *context, enum MHD_ValueKind kind,
                                   const char *name, size_t name_length,
                                   const char *value, size_t length)
{
    struct trails *trails = context;
    struct part rest = {value, length};
    (void)kind, (void)name_length;
    if (strcasecmp(name, MHD_HTTP_HEADER_FORWARDED) == 0)
        while (rest.length > 0)
            add(&trails->standard, value_of_for(cut(&rest, ',')));
    else if (strcasecmp(name, "X-Forwarded-For") == 0)
        while (rest.length > 0)
            add(&trails->usual, cut(&rest, ','));
    return MHD_YES;
}

static struct server_address client_of(const struct trail *trail,
                                       struct server_address peer)
{
    return trail->is_known ? trail->client : peer;
}

struct server_address
server_forwarded_client(const struct server_proxies *proxies,
                        struct MHD_Connection *connection,
                        struct server_address peer)
{
    struct trails trails = {.standard = {.proxies = proxies},
                            .usual = {.proxies = proxies}};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read_header,
                                &trails);
    struct server_address standard = client_of(&trails.standard, peer);
    struct server_address usual = client_of(&trails.usual, peer);
    if (!trails.standard.is_given || !trails.usual.is_given)
        return trails.standard.is_given ? standard : usual;
    return memcmp(&standard, &usual, sizeof usual) == 0 ? standard : peer;
}
