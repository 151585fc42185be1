-- Who reads the newsletter, and whether they said so themselves.
create table newsletter_subscribers (
  id text primary key,
  -- case-folded; nothing but the keyed hash below is kept of an address that was unsubscribed
  email text unique,
  address_hash text not null unique,
  state text not null check (state in ('asked', 'confirmed', 'unsubscribed')),
  -- of the last form, so that a late copy of it writes no letter
  client_ref text,
  asked_at timestamptz not null,
  -- a letter that is yet to be written, and when the last ones were
  letter_due boolean not null,
  letters_at timestamptz[] not null default '{}',
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- handing the address on to the mailing-list service
  forward_state text not null default 'due' check (forward_state in ('due', 'done', 'refused')),
  forward_at timestamptz not null,
  forward_tries int not null default 0,
  forward_note text not null default '',
  check ((state = 'unsubscribed') = (email is null))
);
create index newsletter_letters on newsletter_subscribers (asked_at) where letter_due;
create index newsletter_asked on newsletter_subscribers (asked_at) where state = 'asked';
create index newsletter_forwards on newsletter_subscribers (forward_at)
  where state = 'confirmed' and forward_state = 'due';

-- Links of newsletter letters; their secrets are kept as hashes only. Those to unsubscribe never end.
create table newsletter_links (
  hash text primary key,
  subscriber_id text not null references newsletter_subscribers (id) on delete cascade,
  kind text not null check (kind in ('confirm', 'unsubscribe')),
  expires_at timestamptz
);
create index newsletter_links_subscriber on newsletter_links (subscriber_id, kind);

-- Headers of a letter beside the usual ones, such as List-Unsubscribe.
alter table mail_outbox add column headers jsonb not null default '{}';

-- Videos below the articles: uploads of the channel, and those an operator named.
create table videos (
  -- as the platform calls it
  id text collate "C" primary key,
  title text not null,
  source text not null check (source in ('channel', 'operator')),
  published_at timestamptz not null,
  -- id of its picture, kept like an uploaded one, '' until it was fetched
  poster text not null default '',
  blur text not null default '',
  poster_at timestamptz not null,
  poster_tries int not null default 0
);
create index videos_newest on videos (published_at desc, id);
create index videos_poster on videos (poster) where poster <> '';

-- Lists that are fetched from outside now and then, by one process.
create table outside_lists (
  name text primary key,
  next_at timestamptz not null,
  tries int not null default 0,
  fetched_at timestamptz
);
insert into outside_lists (name, next_at) values ('videos', '-infinity');
