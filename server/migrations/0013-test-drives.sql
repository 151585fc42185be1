-- A test drive is about a car and answered by its seller (decision 37).
alter table test_drives
  add column car_id text collate "C" references cars (id) on delete set null,
  -- as it was called when it was asked for: letters name it after its ad is gone too
  add column car_title text not null default '',
  -- who answers; stays when the ad goes
  add column seller_id text references users (id) on delete set null,
  add column proposed_datetime timestamptz,
  -- the seller's words with their last answer
  add column note text not null default '',
  -- declined by the person who had asked
  add column cancelled boolean not null default false,
  -- how often it was changed: the SEQUENCE of its calendar entry
  add column version int not null default 0,
  add column updated_at timestamptz not null default now(),
  -- looks like spam: nobody is told of it until an operator lets it go
  add column held_at timestamptz;
update test_drives set updated_at = created_at;
create index test_drives_seller on test_drives (seller_id, created_at desc, id) where seller_id is not null;
create index test_drives_car on test_drives (car_id) where car_id is not null;

alter table contact_messages add column held_at timestamptz;
alter table insurance_inquiries add column held_at timestamptz;

-- Links in letters to people without an account; a secret is kept as a hash only.
create table test_drive_links (
  hash text primary key,
  test_drive_id text not null references test_drives (id) on delete cascade,
  expires_at timestamptz not null
);
create index test_drive_links_drive on test_drive_links (test_drive_id);
create index test_drive_links_expiry on test_drive_links (expires_at);

-- Answers that had their effect: a late duplicate meets its reference here.
create table test_drive_answers (
  client_ref text primary key,
  test_drive_id text not null references test_drives (id) on delete cascade
);
create index test_drive_answers_drive on test_drive_answers (test_drive_id);

alter table mail_outbox
  -- whom an answer to the letter goes to, where that is not its sender
  add column reply_to text,
  -- an entry for calendars (RFC 5545) that goes with the letter
  add column calendar text;
