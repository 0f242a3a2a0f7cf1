/* The replay of a game (replay.c). Without it the page lists all phases below the last board. It
 * takes over: it shows one phase at a time. It makes markup only by copying the page's
 * templates. */
"use strict";
(() => {
	const SVG = "http://www.w3.org/2000/svg";
	const MOTION = 500; /* milliseconds that units move */
	const byId = (id) => document.getElementById(id);
	if (byId("thinkingpage") && /^#(line|analyse)=/.test(location.hash))
		return; /* the second script makes another page of this one */
	const data = JSON.parse(byId("data").textContent);
	const articles = [...document.querySelectorAll("article")];
	const names = articles.map((article) => article.id);
	const titles = articles.map((article) => article.querySelector("h2").textContent);
	const slider = byId("slider"), jump = byId("jump"), speed = byId("speed"), play = byId("play");
	const orders = byId("orders"), live = byId("live"), now = byId("now");
	const board = document.querySelector("#board svg"), curve = document.querySelector("#curve svg");
	const game = document.querySelector("h1").textContent;
	const lands = [...board.querySelectorAll("[data-land]")];
	const centres = [...board.querySelectorAll("[data-centre]")];
	const marks = [...document.querySelectorAll("[data-power]")];
	const still = matchMedia("(prefers-reduced-motion: reduce)");
	const last = articles.length - 1;
	let current = -1, timer = 0, drags = false;

	function create(name, attributes) {
		const element = document.createElementNS(SVG, name);
		for (const key in attributes)
			element.setAttribute(key, attributes[key]);
		return element;
	}

	function addTitle(element, text) {
		const title = create("title", {});
		title.textContent = text;
		element.prepend(title);
	}

	/* The address of the game, where a server has the page; else null. */
	function gameAddress() {
		const game = /^\/g\/\d+(?=\/replay$)/.exec(location.pathname);
		return location.protocol.startsWith("http") && game ? game[0] : null;
	}

	/* Where a server has the page, there is a way back to the game. */
	function addWayBack() {
		const game = gameAddress();
		if (!game)
			return;
		const link = document.createElement("a"), line = document.createElement("p");
		link.href = game;
		link.textContent = "Back to the game";
		line.append(link);
		document.querySelector("header").prepend(line);
	}

	/* A link to the board on which people think, with the phase that is shown: of the server, or in this file. */
	const think = document.createElement("a");

	function addAnalysis() {
		if (!gameAddress() && !byId("thinkingpage"))
			return;
		const line = document.createElement("p");
		think.textContent = "Analyse this phase";
		think.id = "think";
		line.append(think);
		document.querySelector("header").append(line);
	}

	function linkAnalysis(phase) {
		const game = gameAddress();
		think.href = game ? `/analysis#game=${game.slice("/g/".length)}&phase=${phase}` : `#analyse=${phase}`;
	}

	/* ── the board ── */

	function showOwners(owners) {
		for (const land of lands)
			land.setAttribute("class", "b-land b-t" + (data.colours[owners[land.dataset.land]] ?? 7));
		for (const centre of centres) {
			const number = owners[centre.dataset.centre], owner = data.powers[number], dot = centre.lastElementChild;
			dot.setAttribute("class", owner ? "b-u" + data.colours[number] : "b-none");
			dot.firstElementChild.setAttribute("r", owner ? "6.4" : "1.8");
			dot.lastElementChild.textContent = owner ? data.signs[number] : "";
			centre.querySelector(".b-centre").setAttribute("r", owner ? "7.6" : "5.4");
			centre.querySelector("title").textContent =
				data.provinces[centre.dataset.centre] + ", centre of " + (owner || "nobody");
		}
	}

	/* What all shapes share, and the file has once: halos, figures and titles. */
	function complete(groups, article) {
		for (const line of groups[0].querySelectorAll(".b-line")) {
			const halo = line.cloneNode(false);
			halo.setAttribute("class", "b-halo");
			line.before(halo);
		}
		for (const unit of groups[1].querySelectorAll("[data-unit]")) {
			for (const part of board.querySelector(`[data-figure="${unit.dataset.unit}"]`).children)
				unit.append(part.cloneNode(true));
			unit.lastElementChild.textContent = unit.dataset.sign;
		}
		for (const shape of groups[1].children)
			if (!shape.dataset.o && shape.querySelector("[data-unit]"))
				addTitle(shape, data.powers[data.colours.indexOf(Number(shape.getAttribute("class").slice(3)))] +
					(shape.querySelector("[data-unit=F]") ? " fleet" : " army"));
		for (const item of article.querySelectorAll("li"))
			for (const group of groups)
				for (const shape of group.querySelectorAll(`[data-o="${item.dataset.o}"]`))
					addTitle(shape, item.textContent);
	}

	function showShapes(article) {
		const groups = [...article.querySelector("template").content.querySelectorAll("svg > g")].map(
			(group) => document.importNode(group, true));
		complete(groups, article);
		for (const group of groups)
			board.querySelector("." + group.getAttribute("class")).replaceWith(group);
		return groups;
	}

	/* Where a unit stands: "120.5 80"; empty: it is not a shape of one place. */
	function placeOf(unit) {
		const placed = unit.querySelector(":scope > [transform]");
		return placed ? placed.getAttribute("transform").slice("translate(".length, -1) : "";
	}

	/* Units go to where they now stand; then the lines appear. */
	function move(groups, ways, before, duration) {
		for (const unit of groups[1].children) {
			const place = placeOf(unit), from = ways[place];
			const [x, y] = place.split(" ");
			if (from) {
				const [u, v] = from.split(" ");
				unit.animate([{transform: `translate(${u - x}px,${v - y}px)`}, {transform: "none"}],
					{duration, easing: "ease-in-out"});
			} else if (!before.has(place)) {
				unit.animate([{opacity: 0}, {opacity: 1}], {duration});
			}
		}
		for (const group of [groups[0], groups[2]])
			group.animate([{opacity: 0}, {opacity: 0, offset: 0.7}, {opacity: 1}], {duration: duration * 1.4});
	}

	/* ── the list of orders ── */

	function addSwatches(article) {
		const named = [...article.querySelectorAll("h3"), ...article.querySelectorAll(".counts span")];
		if (article.querySelector(".swatch"))
			return;
		for (const element of named) {
			const power = data.powers.findIndex((code) => element.textContent.startsWith(code + " "));
			const swatch = create("svg", {"class": "swatch", viewBox: "0 0 10 10", "aria-hidden": "true"});
			if (power < 0)
				continue;
			swatch.append(create("circle", {"class": "b-u" + data.colours[power], cx: 5, cy: 5, r: 4.5}));
			element.prepend(swatch);
		}
		article.querySelectorAll("li").forEach((item, i) => { item.tabIndex = i === 0 ? 0 : -1; });
	}

	/* Marks an order on the board and in the list; null: none. */
	function mark(order) {
		document.querySelectorAll(".hot").forEach((element) => element.classList.remove("hot"));
		board.classList.toggle("dim", order !== null);
		if (order === null)
			return null;
		const selector = `[data-o="${order}"]`;
		board.querySelectorAll(selector).forEach((shape) => shape.classList.add("hot"));
		const item = articles[current].querySelector("li" + selector);
		if (item)
			item.classList.add("hot");
		return item;
	}

	function orderAt(target) {
		const element = target.closest("[data-o]");
		return element ? element.dataset.o : null;
	}

	/* Scrolls the list, where it scrolls by itself, and never the page. */
	function reveal(item) {
		const inside = item.getBoundingClientRect(), frame = orders.getBoundingClientRect();
		if (orders.scrollHeight <= orders.clientHeight)
			return;
		if (inside.top < frame.top)
			orders.scrollTop += inside.top - frame.top;
		else if (inside.bottom > frame.bottom)
			orders.scrollTop += inside.bottom - frame.bottom;
	}

	/* ── one phase ── */

	function describe(article) {
		const text = (part) => article.querySelector(part).textContent;
		return text(".sum") + " " + text(".counts");
	}

	function showBoard(n, glide) {
		const article = articles[n];
		const before = new Set([...board.querySelector(".b-units").children].map(placeOf));
		showOwners(data.phases[n].owners);
		const groups = showShapes(article);
		if (glide && !still.matches && board.animate)
			move(groups, data.phases[n - 1].ways, before, glide);
		board.querySelector(":scope > title").textContent = `${titles[n]} (${names[n]}): ${game}`;
		board.querySelector(":scope > desc").textContent = describe(article);
	}

	function showPlace(n) {
		const x = data.phases[n].x / 10;
		now.setAttribute("d", now.getAttribute("d").replace(/^M[0-9.]+/, "M" + x));
		now.setAttribute("visibility", "visible");
		for (const circle of marks) {
			const time = data.phases[n].times[circle.dataset.power];
			circle.setAttribute("cx", time / 10);
			circle.setAttribute("visibility", time < 0 ? "hidden" : "visible");
		}
		slider.value = n;
		slider.setAttribute("aria-valuetext", titles[n]);
		jump.value = n;
		/* A disabled button would lose the focus. */
		for (const id of ["first", "previous"])
			byId(id).setAttribute("aria-disabled", n === 0);
		for (const id of ["next", "last"])
			byId(id).setAttribute("aria-disabled", n === last);
	}

	/* Not at each step of a slider that is dragged: browsers refuse so many. */
	function keepAddress(n) {
		if (drags)
			return;
		try {
			history.replaceState(null, "", "#" + names[n]);
		} catch (error) {
			/* a frame may forbid it; the page does without */
		}
	}

	/* glide: milliseconds that units move, from the phase before. */
	function show(n, glide) {
		n = Math.min(last, Math.max(0, n));
		if (n === current)
			return;
		const first = current < 0, step = n === current + 1;
		current = n;
		linkAnalysis(names[n]);
		mark(null);
		articles.forEach((article, i) => { article.hidden = i !== n; });
		addSwatches(articles[n]);
		orders.scrollTop = 0;
		byId("phase").textContent = titles[n];
		showBoard(n, step && !first ? glide : 0);
		showPlace(n);
		if (!first) {
			live.textContent = titles[n] + ". " + describe(articles[n]);
			keepAddress(n);
		}
	}

	/* ── playing ── */

	function setPlaying(on) {
		clearTimeout(timer);
		timer = on ? setTimeout(advance, Number(speed.value)) : 0;
		play.setAttribute("aria-label", on ? "Stop" : "Play");
		play.title = on ? "Stop" : "Play";
		play.querySelector("path").setAttribute("d", on ? "M5 3h5v18H5zM14 3h5v18h-5z" : "M5 3v18l15-9z");
	}

	function advance() {
		show(current + 1, Math.min(MOTION, Number(speed.value) / 3));
		setPlaying(current < last);
	}

	function togglePlay() {
		const on = timer === 0;
		if (on && current === last)
			show(0);
		setPlaying(on && last > 0);
	}

	function go(n, glide) {
		setPlaying(false);
		show(n, glide);
	}

	/* ── who asks ── */

	const steps = {
		first: () => go(0),
		previous: () => go(current - 1),
		play: togglePlay,
		next: () => go(current + 1, MOTION),
		last: () => go(last),
	};
	const keys = {
		Home: steps.first, ArrowLeft: steps.previous, " ": togglePlay, ArrowRight: steps.next, End: steps.last,
		"?": () => { byId("help").open = !byId("help").open; },
	};

	function stepInList(item, by) {
		const items = [...articles[current].querySelectorAll("li")];
		const other = items[items.indexOf(item) + by];
		if (!other)
			return;
		item.tabIndex = -1;
		other.tabIndex = 0;
		other.focus();
	}

	function press(event) {
		const tag = event.target.tagName;
		const own = {INPUT: /^(Arrow|Home|End|Page)/, SELECT: /^[^?]/, BUTTON: /^ $/, SUMMARY: /^ $/}[tag];
		if (event.ctrlKey || event.altKey || event.metaKey || (own && own.test(event.key)))
			return;
		if (tag === "LI" && (event.key === "ArrowUp" || event.key === "ArrowDown"))
			stepInList(event.target, event.key === "ArrowUp" ? -1 : 1);
		else if (keys[event.key])
			keys[event.key]();
		else
			return;
		event.preventDefault();
	}

	function followAddress() {
		const n = names.indexOf(location.hash.slice(1));
		if (n >= 0)
			go(n);
		return n;
	}

	/* The phase nearest to where the curve was clicked. */
	function pickPhase(event) {
		const frame = curve.getBoundingClientRect();
		const x = (event.clientX - frame.left) / frame.width * curve.viewBox.baseVal.width * 10;
		const far = data.phases.map((phase) => Math.abs(phase.x - x));
		go(far.indexOf(Math.min(...far)));
	}

	function begin() {
		document.body.classList.add("script");
		byId("controls").hidden = byId("help").hidden = false;
		orders.tabIndex = 0;
		articles.forEach((article) => article.removeAttribute("id"));
		slider.max = last;
		titles.forEach((title, n) => jump.add(new Option(title, n)));
		for (const id in steps)
			byId(id).addEventListener("click", steps[id]);
		slider.addEventListener("input", () => go(Number(slider.value), MOTION));
		slider.addEventListener("pointerdown", () => { drags = true; });
		for (const end of ["change", "pointerup", "pointercancel"])
			slider.addEventListener(end, () => {
				drags = false;
				keepAddress(current);
			});
		jump.addEventListener("change", () => go(Number(jump.value)));
		speed.addEventListener("change", () => { if (timer) setPlaying(true); });
		document.addEventListener("keydown", press);
		addEventListener("hashchange", followAddress);
		board.addEventListener("pointerover", (event) => {
			const item = mark(orderAt(event.target));
			if (item)
				reveal(item);
		});
		board.addEventListener("pointerleave", () => mark(null));
		orders.addEventListener("pointerover", (event) => mark(orderAt(event.target)));
		orders.addEventListener("pointerleave", () => mark(null));
		orders.addEventListener("focusin", (event) => mark(orderAt(event.target)));
		orders.addEventListener("focusout", () => mark(null));
		curve.addEventListener("click", pickPhase);
		addWayBack();
		addAnalysis();
		if (followAddress() < 0)
			show(0);
	}

	begin();
})();
