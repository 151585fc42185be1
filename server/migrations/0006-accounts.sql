-- Accounts: sessions that are renewed, links in letters, and what slows down whoever guesses.

alter table users add column opening_hours jsonb not null default '[]';

-- One sign-in on one device. Its cookie names the session and a generation, signed; so nothing here opens anything, and
-- an old cookie is known to have been real.
create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  generation int not null default 1,
  rotated_at timestamptz not null,
  remember boolean not null,
  -- in words, for the list of signed-in devices
  device text not null,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, last_seen_at desc);
create index sessions_expiry on sessions (expires_at);

-- A link that was sent by letter; its secret is kept as a hash only.
create table account_links (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('verify', 'email', 'reset')),
  -- the address that opening the link proves
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user on account_links (user_id, kind);
create index account_links_expiry on account_links (expires_at);

-- Letters somebody asked for, whether there is such an account or not: asking takes the same time for every address,
-- and who gets what is found out afterwards.
create table letter_requests (
  id text primary key,
  kind text not null check (kind in ('verify', 'taken', 'reset', 'email')),
  email text not null,
  user_id text references users (id) on delete cascade,
  created_at timestamptz not null
);

-- Devices on which an account was signed in, so that who guesses elsewhere does not lock its owner out. Keyed hashes.
create table known_devices (
  user_id text not null references users (id) on delete cascade,
  device_hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_age on known_devices (seen_at);

-- Tries of something that may be tried so often: `full_at` moves on with each, and must not lie too far ahead of now.
create table throttles (
  -- a keyed hash of who and what
  key text primary key,
  full_at timestamptz not null
);
create index throttles_age on throttles (full_at);

-- Letters that carry a secret or belong to nobody any more are not kept once they are on their way.
alter table mail_outbox add column forget boolean not null default false;
