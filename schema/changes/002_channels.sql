-- 002_channels: the names of notification channels that only the farm may know. Every role may
-- notify every channel whose name it knows.

create table farm.channels (
	name    text primary key,
	channel text not null unique
);
comment on table farm.channels is
	'Notification channels with secret names. No role but the owner has a right to it.';
comment on column farm.channels.name is 'What farm.hint and farm.listen call it.';
comment on column farm.channels.channel is
	'Its real name, with 122 random bits. aresctl init drew it.';

insert into farm.channels values ('farm', 'farm_' || replace(gen_random_uuid()::text, '-', ''));
