-- What changed in the market, for phones that keep a part of it: one row per car that is or was for sale. Kept by
-- triggers, so that no path of SQL can forget it.

create table feed (
  car_id text collate "C" primary key,
  -- The transaction that changed the car last, and the order of the feed. A number drawn from a sequence would not do:
  -- transactions end in another order than they draw, and a reader that has passed a number never comes back for a
  -- lower one that was held open. All transactions below a snapshot's xmin have ended, whoever drew first.
  tx xid8 not null,
  -- for sale; otherwise it left the market and the row only says so
  active boolean not null,
  gone_at timestamptz
);
create index feed_order on feed (tx, car_id);
create index feed_gone on feed (gone_at) where not active;

-- One row each time this database server was started, before the first change that followed. A database that was
-- restored from a backup was started anew, and does not know the changes which the lost time had made: a place in the
-- feed that was reached under an earlier start must not lie beyond what was known when the next one began.
create table feed_starts (
  mark text not null,
  tx xid8 not null,
  -- the last change before this start
  after xid8 not null,
  primary key (mark, tx)
);

create table feed_state (
  id int primary key check (id = 1),
  -- names this history; renewed when rows were copied into another cluster, which counts transactions of its own
  epoch text not null,
  cluster text not null,
  -- the last change that was forgotten: whoever has not passed it misses something
  forgotten xid8 not null
);

create function feed_mark() returns text language sql stable as $$
  select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint::text
$$;

create function feed_begin() returns void language plpgsql as $$
begin
  if exists (select 1 from feed_starts where mark = feed_mark()) then
    return;
  end if;
  update feed_state set epoch = gen_random_uuid()::text, cluster = c.system_identifier::text, forgotten = '0'
    from pg_control_system() c where cluster <> c.system_identifier::text;
  if found then
    delete from feed_starts;
    delete from feed where not active;
    update feed set tx = pg_current_xact_id();
  end if;
  -- Two transactions that are the first at the same time both say so; neither waits for the other.
  insert into feed_starts (mark, tx, after) values (feed_mark(), pg_current_xact_id(),
    coalesce((select f.tx from feed f order by f.tx desc limit 1), '0'));
end $$;

create function feed_on_insert() returns trigger language plpgsql as $$
begin
  perform feed_begin();
  insert into feed (car_id, tx, active)
    select id, pg_current_xact_id(), true from added where status = 'active'
    on conflict (car_id) do update set tx = excluded.tx, active = true, gone_at = null;
  return null;
end $$;

create function feed_on_update() returns trigger language plpgsql as $$
begin
  perform feed_begin();
  if new.status = 'active' then
    insert into feed (car_id, tx, active) values (new.id, pg_current_xact_id(), true)
      on conflict (car_id) do update set tx = excluded.tx, active = true, gone_at = null;
  end if;
  update feed set tx = pg_current_xact_id(), active = false, gone_at = now()
    where active and car_id = old.id and (new.status <> 'active' or new.id <> old.id);
  return null;
end $$;

create function feed_on_delete() returns trigger language plpgsql as $$
begin
  perform feed_begin();
  update feed set tx = pg_current_xact_id(), active = false, gone_at = now()
    where active and car_id in (select id from removed);
  return null;
end $$;

create function feed_on_truncate() returns trigger language plpgsql as $$
begin
  perform feed_begin();
  update feed set tx = pg_current_xact_id(), active = false, gone_at = now() where active;
  return null;
end $$;

insert into feed_state (id, epoch, cluster, forgotten)
  select 1, gen_random_uuid()::text, system_identifier::text, '0' from pg_control_system();
select feed_begin();
insert into feed (car_id, tx, active) select id, pg_current_xact_id(), true from cars where status = 'active';

create trigger feed_insert after insert on cars
  referencing new table as added for each statement execute function feed_on_insert();
-- Views are counted all the time and are no news.
create trigger feed_update after update on cars for each row
  when ((to_jsonb(old) - 'clicks') is distinct from (to_jsonb(new) - 'clicks')) execute function feed_on_update();
create trigger feed_delete after delete on cars
  referencing old table as removed for each statement execute function feed_on_delete();
create trigger feed_truncate after truncate on cars for each statement execute function feed_on_truncate();
