/* port: the connections of DAIDE clients: framing, the handshake, and the limits of each client.
 *
 * Invariant: no client can make the server wait, or use more memory than PORT_IN_MOST and
 * PORT_OUT_MOST bytes here and twice PORT_OUT_PAUSE bytes in the kernel. A client that sends faster
 * than its credit is not read for a while. A client that does not read its messages is not read
 * either, and is dropped when too many bytes wait for it. Source: the protocol of DAIDE, revision
 * 14; doc/daide.md has the limits. */
#ifndef ARESFARM_DAIDE_PORT_H
#define ARESFARM_DAIDE_PORT_H

#include "base/listener.h"
#include "client.h"

enum {
	PORT_IN_MOST = 4 + 2 * DAIDE_TOKENS_MAX,
	PORT_OUT_MOST = 1 << 20, /* bytes waiting to be sent */
	PORT_OUT_PAUSE = 1 << 16 /* beyond it a client is not read */
};

struct port_config {
	struct listener listener;
	void (*take)(struct client *client, const struct daide_message *message);
	void (*leave)(struct client *client); /* disconnected: drop all references to it */
	char error[LISTENER_ERROR_SIZE];
};

/* Listens. False, with the reason in config->error. *port: the port number. */
MUST_CHECK bool port_open(struct port_config *config, int *port);
void port_close(void);

/* A descriptor that is readable when port_run has something to do. */
int port_descriptor(void);

/* Reads and sends without waiting. */
void port_run(void);

/* Once a second: timers, credits. */
void port_tick(void);

/* All clients. */
struct clients *port_clients(void);

/* Sends a message. */
void port_send(struct client *client, const struct daide_message *message);

/* Packs a message, which may go to many clients, and returns the number of bytes; sends these. */
size_t port_pack(const struct daide_message *message, uint8_t bytes[PORT_IN_MOST]);
void port_send_packed(struct client *client, const uint8_t *bytes, size_t size);

/* Closes the connection when all is sent. final: sends FM first. */
void port_end(struct client *client, bool final);

#endif
