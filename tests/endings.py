"""endings: tournaments whose games the test ends, so that it chooses who wins; killed workers."""
import contextlib
import os
import signal

import contain
import farm


def table(name, games, seats, *options, rules="thesis"):
    """A tournament that the farm does not play."""
    farm.create(name, seats, *options, games=games, rules=rules)
    farm.query("update farm.tournaments set paused = true where name = %s", name)


def digests(name):
    """The tournament's digest, and the digests that workers made of its games."""
    return farm.digest(name), farm.query("select digest from farm.games where id = any (%s)"
                                         " order by number", farm.games_of(name))


def solos(name, first, where="true"):
    """Ends the open games for which WHERE holds: the first player wins where FIRST holds, the
    second player wins the others. Both are SQL on g, a row of farm.games. A player that has all
    seats of a game wins it in any case."""
    farm.query(f"""with f as (
            select g.id, (select s.power from farm.seats s where s.game_id = g.id
                order by ((s.entrant = 0) = ({first})) desc, s.power limit 1) as power
            from farm.games g join farm.tournaments t on t.id = g.tournament_id
            where t.name = '{name}' and g.state = 'pending' and ({where}))
        update farm.games g set state = 'finished', finished_at = now(), phase = 10, phases = 4,
            ending = 'solo', winner = f.power, units = u.had, centres = u.had
        from f cross join lateral (select array_agg((18 * (k = f.power)::int)::smallint order by k)
            as had from generate_series(0, 6) k) u
        where g.id = f.id""")


def killed_when(*conditions, options=("--lease", 2)):
    """Starts aresd for each condition, waits until it holds, and kills aresd and its workers."""
    for condition in conditions:
        with farm.Daemon("aresd", "--workers", 2, *options) as daemon:
            farm.wait_for(condition, 20)
            daemon.send(signal.SIGSTOP)  # so that it does not start another worker meanwhile
            for process in contain.descendants(daemon.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
