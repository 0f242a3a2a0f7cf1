/* judge_mail_line: reads a joined line of a report (judge_mail.h). */
#ifndef ARESFARM_JUDGE_MAIL_LINE_H
#define ARESFARM_JUDGE_MAIL_LINE_H

#include "judge_mail.h"
#include "judge_names.h"

/* Each reads the text after the power and its colon into an entry. False, with the fault in
 * text->error, which has ERROR_SIZE bytes. */
bool mail_read_move(struct judge_text *text, struct mail_entry *entry);
bool mail_read_retreat(struct judge_text *text, struct mail_entry *entry);
/* *counts is false for a line that orders nothing: "2 builds pending." */
bool mail_read_adjustment(struct judge_text *text, struct mail_entry *entry, bool *counts);
bool mail_read_listed(struct judge_text *text, struct mail_entry *entry);

/* "The Russian Army in Norway can retreat to Finland or Sweden." */
bool mail_read_dislodged(struct judge_text *text, struct mail_dislodged *dislodged);

/* Reads the provinces after a power's name and sets their owner. */
bool mail_read_owned(struct judge_text *text, uint8_t power, uint8_t owner[PROVINCES_MAX]);

#endif
