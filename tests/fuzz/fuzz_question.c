/* fuzz_question: any text is read as a question, to its end or to what is wrong. A step stays
 * within its room, and no value becomes SQL text but a number. */
#include "fuzz.h"
#include "db/questions/question.h"
#include "db/questions/question_head.h"
#include "db/questions/questions.h"

#include <string.h>

enum { TEXT_SIZE = 1 << 16, STEPS_MOST = 1 << 16 };

/* No value has this letter, unless the reader put it there as a value. */
#define VALUE                                                                                      \
	"\x01"                                                                                         \
	"'"

static void read_steps(struct question *question)
{
	enum question_step step = QUESTION_NOTHING;
	for (int i = 0; step != QUESTION_END && step != QUESTION_WRONG; i++) {
		MUST(i < STEPS_MOST);
		step = question_next(question);
		MUST(step < QUESTION_NOTHING);
		MUST(memchr(question->sql, '\0', sizeof question->sql) != NULL);
		MUST(memchr(question->said, '\0', sizeof question->said) != NULL);
		MUST(strchr(question->sql, VALUE[0]) == NULL);
		MUST(question->parameters <= QUESTION_PARAMETERS && question->words <= QUESTION_WORDS);
		if (step == QUESTION_SET && !question_set(question, "t", VALUE))
			break;
	}
	MUST((step == QUESTION_WRONG) == (question->error[0] != '\0') || step == QUESTION_SET);
}

static void choose_text(const uint8_t *bytes, size_t size, char text[TEXT_SIZE])
{
	const char *source = NULL;
	for (size_t i = 0; i <= bytes[0] / 2 && question_sources[i].text != NULL; i++)
		source = i == bytes[0] / 2 ? question_sources[i].text : NULL;
	if (source == NULL) {
		memcpy(text, bytes + 1, size - 1);
		text[size - 1] = '\0';
		return;
	}
	const size_t length = strlen(source);
	MUST(length > 0 && length < TEXT_SIZE);
	memcpy(text, source, length + 1);
	for (size_t i = 1; i + 3 <= size && i < 24; i += 3)
		text[(size_t)(bytes[i] << 8 | bytes[i + 1]) % length] = (char)bytes[i + 2];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct question question;
	static char text[TEXT_SIZE];
	struct question_head head;
	char wanted[QUESTION_WANTED_SIZE];

	if (size == 0 || size >= TEXT_SIZE || memchr(bytes, VALUE[0], size) != NULL)
		return 0;
	choose_text(bytes, size, text);
	question_open(&question, text, question_tournament.text);
	MUST(question_set(&question, "t", VALUE));
	read_steps(&question);
	if (question_head_read(text, &head))
		for (int i = 0; i < head.count; i++)
			(void)!question_head_allows(&head.taken[i], "5", wanted);
	return 0;
}
