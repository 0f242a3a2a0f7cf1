"""notify: agents flood notifications: on the channels that they know, and until the server's queue
is too full. No worker receives any of it, the same games are played, and no commit of the farm
depends on the queue.
"""
import farm
import sessions
from sessions import Session

PROMISE = "Strangers' locks and notifications stop nobody"
sessions.roles("farm_agent", "agent")
sessions.roles("farm_worker", "worker")


def flood(channel, count, size):
    """An agent sends notifications that differ, in one transaction."""
    farm.query("select count(pg_notify(%s, n || repeat('x', %s))) from generate_series(1, %s) n",
               channel, size, count, role="agent")


def peaks():
    """The most memory that each living worker has had, in kB."""
    files = [f"/proc/{process}/status" for process in sessions.workers()]
    return [int(size) for size in farm.done("grep", "-h", "VmHWM", *files).split()[1::3]]


def test_flood():
    """25,000 notifications, 80 MB, reach no worker, and games are finished while they are sent."""
    calm = sessions.calm("random,random", 20)
    farm.create("stormy", "random,random", games=2000)
    with farm.Daemon("aresd", "--workers", 2, "--batch", 4) as daemon:
        farm.wait_for(lambda: sessions.finished("stormy"))
        before, count = peaks(), sessions.finished("stormy")
        flood("farm", 10000, 7900)
        assert sessions.finished("stormy") > count
        for channel in "farm", "farm_turn_agent", "farm_turn_alice":
            flood(channel, 5000, 10)
        assert len(before) == 2 and max(peaks()) < min(before) + 50000
        assert farm.wait_for(lambda: sessions.digests("stormy", 20)) == calm
        assert not farm.finished("stormy")
        assert daemon.stop() == 0 and farm.went_wrong(daemon.log()) == []
    farm.cancel("stormy")


@farm.promise(PROMISE)
def test_workers_channel():
    """Hints reach sessions that listen as the workers do; users' notifications do not."""
    channel = farm.value("select channel from farm.channels where name = 'farm'")
    assert len(channel) == 37
    with Session("worker") as listener:
        listener.say("select farm.listen()")
        assert listener.say("select pg_listening_channels()") == [(channel,)]
        for sql, heard in (("select farm.hint('farm')", 1), ("notify farm", 0),
                           (f"notify {channel}", 1)):
            listener.heard()
            farm.query(sql)
            assert listener.heard() == heard, sql
        assert farm.query("select pid from pg_stat_activity where strpos(query, %s) > 0", channel,
                          role="agent") == []


def listening():
    """The number of channels on which a worker listens that begins now."""
    with Session("worker") as worker:
        worker.say("select farm.listen()")  # it takes effect at its end
        return len(worker.say("select pg_listening_channels()"))


@farm.promise(PROMISE)
def test_queue_that_fills():
    """An agent that listens in an open transaction keeps the queue from being emptied. If it is
    half full, hints are silent. Here the bound is a parameter: a queue has room for 8 GB."""
    with Session("agent") as keeper:
        with Session("agent") as listener:
            listener.say("listen farm_turn_agent")
            keeper.say("listen anything")
            keeper.say("begin; select 1")
            flood("anything", 1500, 7900)
            assert farm.holds("pg_notification_queue_usage() between 0.0012 and 0.1")
            for bound, heard in ((", 0.001", 0), ("", 1)):
                listener.heard()
                farm.query(f"select farm.hint('farm_turn_agent'{bound})")
                assert listener.heard() == heard
        # a session that begins to listen reads all that is in the queue: the workers do without
        assert listening() == 0
        farm.create("meanwhile", "random,random", "--rounds", 5, games=8)
        farm.aresd("--until-done", "--workers", 2)
        assert farm.finished("meanwhile")
    flood("anything", 1, 1)  # empties the queue
    farm.wait_for(lambda: farm.holds("pg_notification_queue_usage() < 0.001"))
    assert listening() == 1


def test_all_are_hints():
    """Every notification of the farm goes through farm.hint."""
    assert farm.query(r"""select oid::regproc::text from pg_proc
        where pronamespace in ('farm'::regnamespace, 'api'::regnamespace)
        and prosrc ~* 'pg_notify|\mnotify\M'""") == [("farm.hint",)]
    notifying = r"pg_notify|[^_]notify '|\"notify"
    assert farm.done("grep", "-rlE", notifying, "daemon", "schema", "--include=*.c",
                     "--include=*.sql") == "schema/functions/hints.sql"
