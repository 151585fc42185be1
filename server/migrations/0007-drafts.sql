-- Server copies of drafts (contract/sync/drafts.ts). A person's changes are counted one by one: whoever writes holds the
-- row of `draft_counts` until it commits, so that nobody who asks "what is new" sees a later change before an earlier one.
create table draft_counts (
  user_id text primary key references users (id) on delete cascade,
  rev bigint not null
);

-- One row per draft, and for a while of one that is gone, then without its content.
create table drafts (
  user_id text not null references users (id) on delete cascade,
  id text collate "C" not null,
  rev bigint not null,
  -- name -> {v, at}
  fields jsonb not null,
  -- image id -> {v, at}
  images jsonb not null,
  -- {v, at}
  step jsonb not null,
  ad_id text,
  base_version int,
  -- why and at which stamp it went; an edit later than the discarding brings it back
  gone_why text check (gone_why in ('discarded', 'published')),
  gone_at bigint,
  updated_at timestamptz not null,
  primary key (user_id, id),
  check ((gone_why is null) = (gone_at is null))
);
create index drafts_rev on drafts (user_id, rev);
create index drafts_gone on drafts (updated_at) where gone_why is not null;
