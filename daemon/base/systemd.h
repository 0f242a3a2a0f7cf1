/* systemd: tells the service manager that started aresd how aresd is. It uses the protocol of
 * sd_notify(3): a datagram of lines VARIABLE=value to $NOTIFY_SOCKET. Without that variable it
 * sends nothing.
 *
 * This is not libsystemd: that library loads five others, and the protocol takes thirty lines. Its
 * manual promises that the protocol stays, and tells programs that they may speak it themselves. */
#ifndef ARESFARM_SYSTEMD_H
#define ARESFARM_SYSTEMD_H

#include <stdint.h>

__attribute__((format(printf, 1, 2))) void systemd_notify(const char *format, ...);

/* The time in ms after which the manager takes a process without WATCHDOG=1 for hung; 0: it does
 * not watch this process. */
int64_t systemd_watchdog_ms(void);

#endif
