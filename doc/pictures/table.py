"""table: screenshots of a running game in a browser: table.py FOLDER LINK writes table.png,
phone.png, and analysis.png of the analysis board."""
import sys
import time

from browser import PHONE, Page
from hands import Hand, Seat, province_of, wait_ready, wait_turn

folder, link = sys.argv[1:]
seat = Seat(link)


def advise(turn):
    """The orders that Ares would give, without those that are not legal."""
    return [order for order in seat.ask("seat/hint", {"phase": turn["phase"]})["orders"] if order in turn["legal"]]


def order(turn, final=True):
    seat.ask("seat/orders", {"orders": advise(turn), "final": final, "phase": turn["phase"]})


with Page(link, (1200, 860)) as page:
    turn = wait_turn(page, seat)
    while int(turn["phase"][1:5]) < 1904 or turn["phase"][-1] != "M":
        order(turn)
        turn = wait_turn(page, seat, turn["phase"])
    order(turn, final=False)
    page.wait("the orders", lambda: len(page.all("#rows li[data-text]")) == turn["due"])
    hand = Hand(page)
    hand.point(province_of(turn["legal"][0]))
    page.run("scrollTo(0, 0)")
    wait_ready(page)
    page.picture(folder + "/table.png")
    hand.do(hand.button("back"))
    hand.ready()
    turn = wait_turn(page, seat, turn["phase"])
    while turn["phase"][-1] != "M":
        order(turn)
        turn = wait_turn(page, seat, turn["phase"])

with Page(link.split("/seat")[0] + "/analysis", (1200, 860), at=f"#game={seat.state()['seat']['game']}&phase=S1903M") as page:
    page.wait("the orders", lambda: page.all("#words li"), 10)
    page.run("document.getElementById('think').click()")
    page.wait("what trinity would order", lambda: len(page.all("#best li")) == 5, 20)
    page.all('#choices [data-kind="draw"]')[0].click()
    for place in ("war", "ber"):
        page.click(page.all(f'circle.spot[data-province="{place}"]')[0])
    page.all('#choices [data-kind="back"]')[0].click()
    time.sleep(3)  # it continues thinking
    page.run("scrollTo(0, 0)")
    page.picture(folder + "/analysis.png")

with Page(link, PHONE, dark=True) as page:
    turn = wait_turn(page, seat)
    hand = Hand(page)
    hand.point(province_of(turn["legal"][0]))
    hand.wait_still(page.all("circle.spot")[0])
    page.run("scrollTo(0, 0)")
    page.picture(folder + "/phone.png")
