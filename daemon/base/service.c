/* service: see service.h. */
#include "service.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

#include "log.h"
#include "output.h"

int service_fail(const char *why)
{
	log_event(&(struct log_about){.level = LOG_ERROR}, "%s", why);
	return SERVICE_FAILED;
}

void service_log_notice(const char *sqlstate, const char *message)
{
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = sqlstate},
	          "the server says: %s", message);
}

int service_open_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void set_normal(const struct service *service)
{
	if (service->set_normal != NULL)
		service->set_normal();
	else
		options_set_normal(service->program);
}

static int refuse_service(const struct service *service, char error[OPTIONS_ERROR_SIZE])
{
	options_refuse(service->program->name, error);
	return SERVICE_FAILED;
}

int service_main(const struct service *service, int argc, char **argv)
{
	const struct command *command;
	char error[OPTIONS_ERROR_SIZE];

	output_open();
	log_name(service->component, service->program->name);
	set_normal(service);
	if (!options_log_environment(service->logged, error))
		return refuse_service(service, error);
	switch (options_read(service->program, argc, argv, &command, error)) {
	case OPTIONS_ANSWERED:
		return output_close(service->program->name, 0, SERVICE_FAILED);
	case OPTIONS_WRONG:
		return refuse_service(service, error);
	case OPTIONS_READ:
		break;
	}
	if (service->complete != NULL && !service->complete(error))
		return refuse_service(service, error);
	options_log_apply(service->logged);

	return command->run();
}
