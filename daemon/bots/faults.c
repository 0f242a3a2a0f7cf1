/* faults: see faults.h. */
#include "faults.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

const char *const bot_fault_names[BOT_FAULT_KINDS] = {
#define BOT_FAULT(kind, name, about) [BOT_##kind] = name,
#include "faults.def"
#undef BOT_FAULT
};

bool faults_set(struct bot_fault *fault, enum bot_fault_kind kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fault->kind = kind;
	fault->last_words[0] = fault->last_line[0] = '\0';
	vsnprintf(fault->words, sizeof fault->words, format, args);
	va_end(args);
	utf8_clean_line(fault->words);
	return false;
}
