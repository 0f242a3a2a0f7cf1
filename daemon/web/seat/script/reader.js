/* reader: what orders mean that a player types. lib says it, as a module in the page (engine.js). */

/* Of each line the order in its one form, and what is wrong with it, or null: {text, problem}. The orders of a book are right. */
export function readOrders(engine, position, power, book, lines) {
	return lines.map((line) => {
		const {order, legal, error} = engine.ask("read", position, [`order ${power} ${line}`]);
		const known = !error && book.orders.some(({text}) => text === order);
		return {text: order || line, problem: known ? null : error || (legal ? "it is another power's" : "it is impossible here")};
	});
}
