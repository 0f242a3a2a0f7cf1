"""browser_speed: how long a player waits at the table in a browser.

    PYTHONPATH=tests/pages python3 bench/browser_speed.py LINK TURNS

LINK is what `aresctl game create` prints for a seat of a running game. Prints how long it takes to open
the table over a slow line, and from the click on Ready to the picture of the next turn.
"""
import random
import sys
from urllib.parse import urljoin

from browser import PHONE, Page
from hands import Hand, Seat, decide, wait_turn

# ms, bytes a second: a slow 4G
LINE = {"latency": 150, "downloadThroughput": 200000, "uploadThroughput": 94000}
# The picture of the phase in play and the list of its orders are there: from then on a player can order.
OPENED = """
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
    const table = document.getElementById('table');
    const seen = (selector) => document.querySelector(selector) !== null;
    if (window.opened || table.dataset.mine !== 'true' || !seen('#rows li') || !seen('#board .b-units > g'))
        return;
    requestAnimationFrame(() => setTimeout(() => { window.opened = performance.now(); }));
}).observe(document.body, {subtree: true, childList: true, attributes: true}));
"""
PLAYED = """
window.took = [];
let begun = null, phase = null;
const table = document.getElementById('table');
document.getElementById('ready').addEventListener('click', () => {
    begun = performance.now();
    phase = table.dataset.phase;
}, true);
new MutationObserver(() => {
    const now = table.dataset, from = begun;
    if (from === null || now.phase === phase || now.shown !== '' || now.mine !== 'true') return;
    begun = null;
    requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - from)));
}).observe(document.body, {subtree: true, childList: true, attributes: true});
"""


def load(link):
    """Opens a table over such a line, three times."""
    with Page(urljoin(link, "/healthz"), size=PHONE, still=True) as page:
        page.tell("Network.enable")
        page.tell("Page.addScriptToEvaluateOnNewDocument", source=OPENED)
        page.tell("Network.emulateNetworkConditions", offline=False, **LINE)
        for what in ("first", "again", "again"):
            page.read_logs()  # the load begins after this
            page.driver.get("about:blank")
            page.driver.get(link)
            page.wait("a turn", lambda: page.run("return window.opened"), 20)
            page.wait("the whole load", lambda: page.find("table").get_attribute("data-stored") == "true")
            sizes = page.sizes()
            print(f"{what}: {page.run('return window.opened'):.0f} ms until the first order, "
                  f"{sum(sizes) / 1000:.1f} kB in {sum(size > 0 for size in sizes)} answers")


def play(link, turns):
    seat, chance = Seat(link), random.Random(1)
    with Page(link, still=True) as page:
        turn, hand = wait_turn(page, seat), Hand(page)
        page.run(PLAYED)
        for _ in range(turns):
            orders = decide(turn, seat.centres, chance)
            seat.ask("seat/orders", {"orders": orders, "final": False, "phase": turn["phase"]})
            page.wait("them in the list", lambda: len(page.all("#rows li[data-text]")) == len(orders))
            hand.ready()
            turn = wait_turn(page, seat, turn["phase"])
            if turn is None:
                break
        took = sorted(page.run("return window.took"))
    middle, late = took[len(took) // 2], took[len(took) * 95 // 100]
    print(f"{len(took)} turns: median {middle:.0f} ms, 95 % {late:.0f} ms, most {took[-1]:.0f} ms")


load(sys.argv[1])
play(sys.argv[1], int(sys.argv[2]))
