-- An ad's id is minted on the phone, and one id is one ad for ever: `reply` is what its publishing was answered, for a
-- copy of that write that arrives after its key is forgotten; `deleted_at` tells an ad that is gone from one that never
-- was. Holds no foreign key to the car: it outlives it.
create table car_ledger (
  car_id text collate "C" primary key,
  creator text not null references users (id) on delete cascade,
  reply jsonb,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index car_ledger_creator on car_ledger (creator);

-- Age of a device's newest write about a favourite, so that those of lost phones do not stay for ever.
alter table favourite_writes add column written_at timestamptz not null default now();
create index favourite_writes_age on favourite_writes (written_at);

-- In each of these `client_ref` is minted by the phone: a late duplicate meets it even after its key is gone.
create table test_drives (
  id text primary key,
  client_ref text unique,
  user_id text references users (id) on delete set null,
  fullname text not null,
  mobile_number text not null,
  email text not null,
  state text not null,
  city text not null,
  postcode text not null,
  car_brand text not null,
  car_model text not null,
  datetime timestamptz not null,
  status text not null check (status in ('pending', 'confirmed', 'declined', 'done')),
  created_at timestamptz not null
);
create index test_drives_user on test_drives (user_id, created_at desc, id);

create table contact_messages (
  id text primary key,
  client_ref text unique,
  fullname text not null,
  email text not null,
  mobile_number text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null
);

create table insurance_inquiries (
  id text primary key,
  client_ref text unique,
  phone text not null,
  created_at timestamptz not null
);
