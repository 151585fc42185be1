-- The second factor of whoever runs the place (TOTP, RFC 6238), and accounts that are suspended.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Encrypted by a key that is not in the database (server/kernel/secrets/seal.ts). Null until its first code was given.
  secret text,
  -- The 30 seconds whose code was taken last: no code counts twice.
  last_step bigint not null default 0,
  -- Hashes; each opens once.
  recovery_codes text[] not null default '{}',
  set_up_at timestamptz,
  -- The one that is being set up.
  pending text,
  pending_at timestamptz
);
-- It belongs to a session: another device of the same person gives its own.
alter table sessions add column second_factor_at timestamptz;

alter table users
  add column suspended_at timestamptz,
  add column suspended_reason text not null default '';
create index users_created on users (created_at desc, id desc);

-- An ad that was for sale when its owner was suspended, or would be since then; it comes back when that is lifted.
alter table cars add column suspended boolean not null default false;
create index cars_suspended on cars (creator) where suspended;

-- Whichever way an ad comes on sale, an import that still runs included: not one of somebody who is suspended.
create function keep_suspended() returns trigger language plpgsql as $$
begin
  if exists (select 1 from users where id = new.creator and suspended_at is not null) then
    new.status := 'inactive';
    new.suspended := true;
  end if;
  return new;
end $$;
create trigger cars_suspended_insert before insert on cars for each row
  when (new.status = 'active') execute function keep_suspended();
create trigger cars_suspended_update before update of status on cars for each row
  when (new.status = 'active' and old.status <> 'active') execute function keep_suspended();
