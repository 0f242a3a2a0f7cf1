-- The statements of stmt_knowledge.c.

-- name: give_knowledge(values farm.written_value[], lookups farm.written_lookup[])
select farm.knowledge_give($1, $2);

-- name: take_knowledge(map int, kind text, newest bigint, bytes bigint)
-- gives: rows
-- next: taken(struct taken_value: id, key[key_size], value[value_size])
select id, key, value from farm.knowledge_take($1, $2, $3, $4);

-- part: listed
select map, kind, "values", bytes, uses, unused from farm.known order by map, kind

-- name: list_knowledge()
-- gives: rows
-- next: knowledge(struct listed_knowledge: map, kind, values, bytes, uses, unused)
{listed};

-- name: print_knowledge()
-- gives: text
select coalesce(jsonb_pretty(jsonb_agg(to_jsonb(l))), '[]') from ({listed}) l;

-- name: drop_knowledge(kind text)
-- gives: row(values bigint)
with gone as (delete from farm.knowledge where kind = coalesce($1, kind) returning 1)
select count(*)
from gone;

-- name: bound_knowledge(most bigint)
select farm.knowledge_bound($1);
