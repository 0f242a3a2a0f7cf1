-- users: who can have a seat (schema/tables/users.sql).

-- The user of this name. Creates it if missing. The second statement sees a user that another
-- session has just created.
create or replace function farm.user_put(name text, label text, player text, settings jsonb,
                                         role name)
returns int language plpgsql as $$
begin
	insert into farm.users (name, label, player, settings, role)
	values (name, label, player, settings, role)
	on conflict on constraint users_name_key do nothing;
	return (select u.id from farm.users u where u.name = user_put.name);
end $$;
