/* systemd:tells the service manager that started aresd how it stands, by the protocol of
 * sd_notify(3): lines VARIABLE=value in a datagram to $NOTIFY_SOCKET. Where there is no such
 * socket, nothing is said.
 *
 * Written here, not linked: the protocol is thirty lines and promised to stay, the library would
 * bring five others into the process, and its own manual has programs do so. */
#ifndef ARESFARM_SYSTEMD_H
#define ARESFARM_SYSTEMD_H

#include <stdint.h>

__attribute__((format(printf, 1, 2))) void systemd_notify(const char *format, ...);

/* After how many milliseconds without WATCHDOG=1 the manager takes this process for hung; 0: it
 * does not watch. */
int64_t systemd_watchdog_ms(void);

#endif
