/* store: what this browser remembers, as JSON. A browser may have no store, and a store may have anything:
 * the page does without. */

/* null: it has no such value. */
export function recall(key) {
	try {
		return JSON.parse(localStorage.getItem(key));
	} catch {
		return null;
	}
}

/* null: forgets it. */
export function remember(key, value) {
	try {
		if (value === null)
			localStorage.removeItem(key);
		else
			localStorage.setItem(key, JSON.stringify(value));
	} catch {
		/* then it lives as long as the page */
	}
}

/* Forgets what has keys that begin so, but for one. */
export function forgetOthers(prefix, kept) {
	try {
		for (const key of Object.keys(localStorage))
			if (key.startsWith(prefix) && key !== kept)
				localStorage.removeItem(key);
	} catch {
		/* then there is nothing to forget */
	}
}
