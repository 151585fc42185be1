-- Which ad a dealer's stock number stands for: a table that is imported again finds its ads by it. `marks` says what the
-- table said last, field by field, so that only what changed there is written over what was edited by hand.
create table dealer_stock (
  dealer text not null references users (id) on delete cascade,
  stock_no text collate "C" not null,
  car_id text collate "C" not null references cars (id) on delete cascade,
  marks text not null,
  primary key (dealer, stock_no)
);
create index dealer_stock_car on dealer_stock (car_id);

-- Tables that were sent in, and how far each has come. The file lies in the data directory of the process that took it;
-- `rows_done` moves in the transaction of the rows themselves.
create table imports (
  id text collate "C" primary key,
  dealer text not null references users (id) on delete cascade,
  file_name text not null,
  bytes int not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  dry_run boolean not null,
  options jsonb not null,
  columns jsonb not null default '[]',
  assumed jsonb not null default '{}',
  rows_done int not null default 0,
  counts jsonb not null,
  progress double precision not null default 0,
  problem_count int not null default 0,
  failure text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz
);
create index imports_dealer on imports (dealer, created_at desc);
create index imports_open on imports (created_at) where state in ('waiting', 'running');

create table import_problems (
  import_id text collate "C" not null references imports (id) on delete cascade,
  place int not null,
  line int not null,
  stock_no text not null,
  column_name text not null,
  value text not null,
  reason text not null,
  kind text not null check (kind in ('refused', 'inactive')),
  primary key (import_id, place)
);
