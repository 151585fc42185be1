-- Models that people wait for: one e-mail when a car of one is for sale.
create table model_alerts (
  user_id text not null references users (id) on delete cascade,
  -- As the lists of makes and models or, until they have it, the search writes them.
  make text collate "C" not null check (char_length(make) between 1 and 40),
  model text collate "C" not null check (char_length(model) between 1 and 40),
  created_at timestamptz not null,
  -- When the e-mail was written.
  told_at timestamptz,
  primary key (user_id, make, model)
);
create index model_alerts_waiting on model_alerts (make, model) where told_at is null;

-- Of the last e-mail about alerts; it outlives them.
alter table users add column alerts_emailed_at timestamptz;
