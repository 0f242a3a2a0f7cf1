/* view: which part of the board is seen: zoom by two fingers, wheel and buttons, and drag. The view is the viewBox of the
 * picture; a view never leaves the page. */
import {wantsStill} from "./dom.js";

const MOST = 6; /* times */
const DRAG = 8; /* pixels; less is a tap */
const GLIDE = 260; /* milliseconds */

export function openView(svg, onTap) {
	const whole = {...readBox()};
	const fingers = new Map();
	let box = {...whole}, start = null, moved = false, glide = 0, stroke = null, single = true;

	function readBox() {
		const {x, y, width, height} = svg.viewBox.baseVal;
		return {x, y, width, height};
	}

	function fit(next) {
		const width = Math.min(whole.width, Math.max(whole.width / MOST, next.width));
		const height = width * whole.height / whole.width;
		return {width, height, x: Math.min(whole.x + whole.width - width, Math.max(whole.x, next.x)),
			y: Math.min(whole.y + whole.height - height, Math.max(whole.y, next.y))};
	}

	const isZoomed = () => box.width < whole.width - 1;

	function set(next) {
		box = fit(next);
		svg.setAttribute("viewBox", [box.x, box.y, box.width, box.height].map((value) => value.toFixed(2)).join(" "));
		svg.parentElement.classList.toggle("zoomed", isZoomed());
	}

	function glideTo(next) {
		const from = {...box}, to = fit(next), begun = performance.now();
		cancelAnimationFrame(glide);
		if (wantsStill.matches)
			return set(to);
		const step = (now) => {
			const part = Math.min(1, (now - begun) / GLIDE), eased = part * (2 - part);
			const between = (name) => from[name] + (to[name] - from[name]) * eased;
			set({x: between("x"), y: between("y"), width: between("width")});
			if (part < 1)
				glide = requestAnimationFrame(step);
		};
		glide = requestAnimationFrame(step);
	}

	/* A point of the screen in the picture's coordinates, and how many units a pixel has. */
	function locate({clientX, clientY}) {
		const frame = svg.getBoundingClientRect();
		const scale = Math.max(box.width / frame.width, box.height / frame.height);
		return {scale, x: box.x + box.width / 2 + (clientX - frame.left - frame.width / 2) * scale,
			y: box.y + box.height / 2 + (clientY - frame.top - frame.height / 2) * scale};
	}

	/* A view that is nearer than another by some times; a point stays where it is. */
	function zoom(from, times, point) {
		const {width} = fit({...from, width: from.width / times}), part = width / from.width;
		return {width, part, x: point.x + (from.x - point.x) * part, y: point.y + (from.y - point.y) * part};
	}

	/* ── fingers ── */

	function grip() {
		const all = [...fingers.values()];
		const clientX = all.reduce((sum, one) => sum + one.clientX, 0) / all.length;
		const clientY = all.reduce((sum, one) => sum + one.clientY, 0) / all.length;
		const spread = all.length < 2 ? 0 : Math.hypot(all[0].clientX - all[1].clientX, all[0].clientY - all[1].clientY);
		return {clientX, clientY, spread, box, point: locate({clientX, clientY})};
	}

	function down(event) {
		if (event.button > 0)
			return;
		fingers.set(event.pointerId, event);
		single = fingers.size === 1;
		moved = !single;
		start = grip();
	}

	function drag() {
		const now = grip(), times = start.spread > 0 && now.spread > 0 ? now.spread / start.spread : 1;
		const {width, part, x, y} = zoom(start.box, times, start.point), scale = start.point.scale * part;
		const dx = (now.clientX - start.clientX) * scale, dy = (now.clientY - start.clientY) * scale;
		set({width, x: x - dx, y: y - dy});
	}

	function move(event) {
		if (!fingers.has(event.pointerId))
			return;
		fingers.set(event.pointerId, event);
		const now = grip();
		if (!moved && Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) <= DRAG)
			return;
		if (!moved && event.isPrimary)
			svg.setPointerCapture(event.pointerId);
		moved = true;
		if (stroke !== null && single)
			stroke(start.point, locate(event), event, false);
		else if (fingers.size > 1 || isZoomed())
			drag();
	}

	function up(event) {
		if (!fingers.delete(event.pointerId))
			return;
		if (event.type === "pointerup" && !moved && fingers.size === 0)
			onTap(locate(event), event);
		if (stroke !== null && single && moved)
			stroke(start.point, event.type === "pointerup" ? locate(event) : null, event, true);
		if (fingers.size > 0)
			start = grip();
	}

	svg.addEventListener("pointerdown", down);
	svg.addEventListener("pointermove", move);
	for (const end of ["pointerup", "pointercancel"])
		svg.addEventListener(end, up);
	svg.addEventListener("wheel", (event) => {
		if (!event.ctrlKey)
			return;
		event.preventDefault();
		set(zoom(box, Math.exp(-event.deltaY / 200), locate(event)));
	}, {passive: false});

	return {
		/* next(from, to, event, done): gets the drags of one finger, as points; to is null where one was broken off. null: they move the view. */
		setStroke(next) {
			stroke = next;
			svg.parentElement.classList.toggle("draws", stroke !== null);
		},
		zoomBy: (times) => glideTo(zoom(box, times, {x: box.x + box.width / 2, y: box.y + box.height / 2})),
		showAll: () => glideTo(whole),
		/* Shows these points, and something around them; never nearer than three times. */
		showPoints(points, margin) {
			const xs = points.map((point) => point.x), ys = points.map((point) => point.y);
			const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
			const wide = Math.max(...xs) + margin - left, high = Math.max(...ys) + margin - top;
			const width = Math.max(wide, high * whole.width / whole.height, whole.width / 3);
			const height = width * whole.height / whole.width;
			glideTo({width, x: left + wide / 2 - width / 2, y: top + high / 2 - height / 2});
		},
	};
}
