/* framing: messages in the bytes that a client sends: type, a byte that is ignored, length, body.
 */
#ifndef ARESFARM_DAIDE_FRAMING_H
#define ARESFARM_DAIDE_FRAMING_H

#include "port.h"

enum { HEADER = 4 };
enum { TYPE_IM, TYPE_RM, TYPE_DM, TYPE_FM, TYPE_EM };

/* What is wrong with a connection, as EM has it. */
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

/* Reads what has come, and takes the messages that are complete. */
void framing_read(struct client *client);

/* Takes the complete messages that have been read, as far as the client may continue. */
void framing_take(struct client *client);

/* Makes the bytes of a message; returns how many. */
size_t framing_pack(const struct daide_message *message, uint8_t bytes[PORT_IN_MOST]);

#endif
