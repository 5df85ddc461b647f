/* The moves of a certificate: one follower, which the next one replaces. */
#include <string.h>

#include "bindings/javascript/api.h"

static fourscore_follower *follower;
static struct fourscore_certificate certificate = FOURSCORE_CERTIFICATE_INIT;
static struct fourscore_reply reply;

/* Check the certificate in the first 'length' bytes of the buffer, and follow
 * it. */
API(enum fourscore_status, open_follower, (size_t length))
{
    if (length > sizeof api_buffer)
        return FOURSCORE_TOO_SMALL;
    fourscore_follower_free(follower);
    api_error = (struct fourscore_error){0};
    certificate = (struct fourscore_certificate)FOURSCORE_CERTIFICATE_INIT;
    return fourscore_follower_new(&follower, api_buffer, length, &certificate,
                                  &api_error);
}

GET(int, certificate_width, (void), certificate.width)
GET(int, certificate_height, (void), certificate.height)
GET(const char *, certificate_moves, (void), certificate.moves)
GET(int, certificate_player, (void), certificate.player)
GET(int, certificate_score, (void), certificate.score)

/* Find the reply after the moves in the first 'length' bytes of the buffer. */
API(enum fourscore_status, follow, (size_t length))
{
    if (length >= sizeof api_buffer)
        return FOURSCORE_TOO_SMALL;
    if (follower == NULL || memchr(api_buffer, '\0', length) != NULL)
        return FOURSCORE_BAD_ARGUMENT;
    api_buffer[length] = '\0';
    api_error = (struct fourscore_error){0};
    reply = (struct fourscore_reply)FOURSCORE_REPLY_INIT;
    return fourscore_follower_reply(follower, api_buffer, &reply, &api_error);
}

/* Column, from 1, and enum fourscore_reply_reason. */
GET(int, reply_column, (void), reply.column)
GET(int, reply_reason, (void), reply.reason)
