/* systemd: reports the state of aresd to the service manager, by the protocol of sd_notify(3): a
 * datagram of lines VARIABLE=value to $NOTIFY_SOCKET. Without that variable nothing is sent.
 *
 * libsystemd is not used: it loads five other libraries, and the protocol takes thirty lines. Its
 * manual promises that the protocol is stable and that programs may implement it themselves. */
#ifndef ARESFARM_SYSTEMD_H
#define ARESFARM_SYSTEMD_H

#include <stdint.h>

__attribute__((format(printf, 1, 2))) void systemd_notify(const char *format, ...);

/* The watchdog interval in ms: the manager considers a process hung that sends no WATCHDOG=1 for
 * this long. 0: no watchdog for this process. */
int64_t systemd_watchdog_ms(void);

#endif
