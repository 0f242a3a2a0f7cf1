/* machine: the machine that a program runs on, so that its results can be cited. */
#ifndef ARESFARM_MACHINE_H
#define ARESFARM_MACHINE_H

/* Its processor and how many cores are online: "AMD EPYC 7B13, 2 cores". */
const char *machine_text(void);

#endif
