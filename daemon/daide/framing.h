/* framing: splits the bytes of a client into messages: type, a byte that is ignored, length,
 * body. */
#ifndef ARESFARM_DAIDE_FRAMING_H
#define ARESFARM_DAIDE_FRAMING_H

#include "port.h"

enum { HEADER = 4 };
enum { TYPE_IM, TYPE_RM, TYPE_DM, TYPE_FM, TYPE_EM };

/* Error codes of EM. */
enum {
	ERROR_TIME = 1,
	ERROR_NO_IM = 2,
	ERROR_ORDER = 3,
	ERROR_MAGIC = 4,
	ERROR_VERSION = 5,
	ERROR_IM_AGAIN = 6,
	ERROR_TYPE = 8,
	ERROR_LENGTH = 9,
	ERROR_RM = 0x0D,
	ERROR_TOKEN = 0x0E
};

/* Reads from the socket, and takes the complete messages. */
void framing_read(struct client *client);

/* Takes the complete messages that have been read, while the client may be read (port_may_read). */
void framing_take(struct client *client);

/* Packs a message; returns the number of bytes. */
size_t framing_pack(const struct daide_message *message, uint8_t bytes[PORT_IN_MOST]);

#endif
