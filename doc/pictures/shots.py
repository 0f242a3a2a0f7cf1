"""shots: screenshots of the pages of a folder in a browser: shots.py FOLDER PAGE.html#PLACE...
writes PAGE.png there."""
import sys

from browser import Page

folder = sys.argv[1]
for address in sys.argv[2:]:
    name, place = address.split("#")
    with Page(f"{folder}/{name}", (1200, 960), at="#" + place) as page:
        page.run("const e = document.getElementById(arguments[0]); if (e) e.scrollIntoView()", place)
        page.picture(f"{folder}/{name.replace('.html', '.png')}")
