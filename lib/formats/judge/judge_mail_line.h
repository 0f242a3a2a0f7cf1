/* judge_mail_line: a line of a report, once it is joined (judge_mail.h). */
#ifndef ARESFARM_JUDGE_MAIL_LINE_H
#define ARESFARM_JUDGE_MAIL_LINE_H

#include "judge_mail.h"
#include "judge_names.h"

/* Each reads what follows the power and its colon. False, with what is wrong in error. Where an
 * entry is added, report->entries has room for it. */
bool mail_read_move(struct judge_text *text, struct mail_entry *entry, char error[MAIL_ERROR_SIZE]);
bool mail_read_retreat(struct judge_text *text, struct mail_entry *entry,
                       char error[MAIL_ERROR_SIZE]);
/* *counts is false for a line that orders nothing: "2 builds pending." */
bool mail_read_adjustment(struct judge_text *text, struct mail_entry *entry, bool *counts,
                          char error[MAIL_ERROR_SIZE]);
bool mail_read_listed(struct judge_text *text, struct mail_entry *entry,
                      char error[MAIL_ERROR_SIZE]);

/* "The Russian Army in Norway can retreat to Finland or Sweden." */
bool mail_read_dislodged(struct judge_text *text, struct mail_dislodged *dislodged,
                         char error[MAIL_ERROR_SIZE]);

/* The provinces after a power's name: they become its own. */
bool mail_read_owned(struct judge_text *text, uint8_t power, uint8_t owner[PROVINCES_MAX],
                     char error[MAIL_ERROR_SIZE]);

/* Writes that `noun` should come next; always false. */
bool mail_refuse(const struct judge_text *text, const char *noun, char error[MAIL_ERROR_SIZE]);

#endif
