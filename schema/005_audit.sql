-- 005_audit: what shows that a game's rows are still those that were played.

-- digest: a sha256 over what the game's play determined (daemon/seal.h), made by the worker that finished it; null where that was
-- before this migration. aresctl verify compares. Not indexed: finishing a game stays a HOT update.
-- fillfactor: room for the longer row, so that as many of these updates are as before.
alter table farm.games set (fillfactor = 30);
alter table farm.games add column digest bytea
	check (octet_length(digest) = 32), add check (digest is null or state = 'finished');
