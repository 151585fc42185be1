-- Makes and models of dealers' tables that the market does not have: asked for by dealers, decided by an admin. What was
-- decided is also how an import knows these names from then on.
create table proposed_names (
  id text collate "C" primary key,
  -- Both names without case, accents and signs: however many dealers write it, a name is one row.
  name_key text collate "C" not null unique,
  make text not null check (char_length(make) between 1 and 40),
  model text not null check (char_length(model) between 1 and 40),
  state text not null default 'open' check (state in ('open', 'accepted', 'merged', 'refused')),
  -- The model that it became, or is the same as.
  model_id text references models (id),
  -- Why it was refused.
  note text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text references users (id) on delete set null,
  check ((state in ('accepted', 'merged')) = (model_id is not null)),
  check ((state = 'open') = (decided_at is null))
);
create index proposed_names_state on proposed_names (state, created_at);

create table name_proposers (
  name_id text collate "C" not null references proposed_names (id) on delete cascade,
  dealer text not null references users (id) on delete cascade,
  -- The first import that had it; imports are forgotten earlier than names.
  import_id text not null,
  rows int not null,
  -- The cell of a row.
  example text not null,
  created_at timestamptz not null,
  primary key (name_id, dealer)
);
create index name_proposers_dealer on name_proposers (dealer);

alter table imports add column unknown_names jsonb not null default '[]';
