-- Ads that the operator hides, and what people report of ads. A hidden ad is inactive, so that nothing public shows it,
-- whichever call writes it; what it was before comes back with it.
alter table cars
  add column hidden_at timestamptz,
  add column hidden_for text not null default '',
  add column hidden_by text not null default '' check (hidden_by in ('', 'operator', 'reports')),
  add column status_before text collate "C" check (status_before in ('active', 'sold', 'inactive')),
  add constraint cars_hidden check (
    (hidden_at is null and hidden_for = '' and hidden_by = '' and status_before is null)
    or (hidden_at is not null and hidden_for <> '' and hidden_by <> '' and status_before is not null
      and status = 'inactive'));
create index cars_hidden_ads on cars (hidden_at) where hidden_at is not null;

-- An ad that was hidden when its owner deleted it does not come back by its own age and place.
alter table car_ledger add column hidden_for text not null default '';

create table ad_reports (
  id text collate "C" primary key,
  car_id text collate "C" not null references cars (id) on delete cascade,
  -- Keyed hash of the person or the phone: who it was can be compared, not read.
  reporter text collate "C" not null,
  -- The account, where somebody was signed in; theirs go with it.
  user_id text references users (id) on delete cascade,
  reason text not null check (reason in ('fraud', 'duplicate', 'sold', 'wrong', 'other')),
  words text not null default '',
  -- Minted on phones: a copy that comes late is known by it.
  client_refs text[] not null default '{}',
  -- Looks like spam: in the queue, and it counts for nothing.
  held boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  closed_as text check (closed_as in ('kept', 'hidden')),
  check ((closed_at is null) = (closed_as is null))
);
-- One open report of a person and an ad.
create unique index ad_reports_open on ad_reports (car_id, reporter) where closed_at is null;
create index ad_reports_queue on ad_reports (created_at) where closed_at is null;
create index ad_reports_of on ad_reports (car_id, reporter);
