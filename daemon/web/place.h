/* place: the socket that a server listens at. */
#ifndef ARESFARM_PLACE_H
#define ARESFARM_PLACE_H

#include <stdbool.h>

enum { PLACE_ERROR_SIZE = 256 };

/* Listens at "ADDRESS:PORT", both in figures; an address of IPv6 stands in brackets. port: the real
 * one, where 0 was asked for. False, with one line in error. */
__attribute__((warn_unused_result)) bool place_listen(const char *place, int *fd, int *port,
                                                      char error[PLACE_ERROR_SIZE]);

#endif
