-- Ids are made by the application, so that several writers (and phones) never wait for a sequence.
-- Text that is compared or sorted uses the C collation: phone and server then agree on every order.

create table makes (
  id text primary key,
  title text collate "C" not null unique,
  position int not null
);

create table models (
  id text primary key,
  make_id text not null references makes (id),
  title text collate "C" not null,
  position int not null,
  unique (make_id, title)
);

create table car_types (
  id text primary key,
  name text not null unique,
  position int not null
);

create table provinces (
  id text primary key,
  state_name text collate "C" not null unique,
  country text not null check (country in ('ZA', 'NG'))
);

create table cities (
  id text primary key,
  province_id text not null references provinces (id),
  city_name text collate "C" not null,
  lat double precision not null,
  lng double precision not null,
  unique (province_id, city_name)
);

create table settings (
  name text primary key,
  value jsonb not null
);

create table users (
  id text primary key,
  email text not null,
  email_key text collate "C" not null unique,
  password_hash text not null,
  fullname text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  kind text not null default 'private' check (kind in ('private', 'dealer')),
  country_code text not null default '',
  gsm text not null default '',
  province text not null default '',
  city text not null default '',
  address text not null default '',
  avatarurl text not null default '',
  businessname text not null default '',
  business_address text not null default '',
  logourl text not null default '',
  email_verified_at timestamptz,
  mobile_verified_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1
);

create table plans (
  id text primary key,
  name text not null unique,
  type text not null,
  price numeric(14, 2) not null,
  car_limit int not null,
  position int not null
);

create table subscriptions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  plan_id text not null references plans (id),
  status text not null check (status in ('pending', 'active', 'cancelled')),
  duration int not null,
  amount numeric(14, 2) not null,
  started_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index subscriptions_user on subscriptions (user_id, expires_at desc);

create table cars (
  id text collate "C" primary key,
  slug text collate "C" not null unique,
  creator text not null references users (id) on delete cascade,
  title text not null,
  make text collate "C" not null,
  model text collate "C" not null,
  year int not null,
  price numeric(14, 2) not null check (price >= 0),
  mileage text not null,
  mileage_km int not null,
  fueltype text collate "C" not null,
  engine text not null,
  transmission text collate "C" not null,
  -- catalogue's transmissionKey: both spellings of the half-automatic gearbox are one
  transmission_key text collate "C" not null,
  bodytype text collate "C" not null,
  drive text not null,
  condition text not null,
  exteriorcolor text not null,
  interiorcolor text not null,
  description text not null,
  carfeatures text[] not null,
  address text not null,
  province text collate "C" not null,
  city text collate "C" not null,
  status text collate "C" not null check (status in ('active', 'sold', 'inactive')),
  featured boolean not null default false,
  clicks int not null default 0,
  -- [{"url": …, "blur": …, "alt": …}], cover first
  pictures jsonb not null,
  -- catalogue's searchText
  search_text text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index cars_newest on cars (created_at desc, id) where status = 'active';
create index cars_price on cars (price, created_at desc, id) where status = 'active';
create index cars_year on cars (year, created_at desc, id) where status = 'active';
create index cars_mileage on cars (mileage_km, created_at desc, id) where status = 'active';
create index cars_make on cars (make, model, created_at desc, id) where status = 'active';
-- Everything that is filtered or counted by, so that totals and facets never touch the table. Both spellings of the
-- gearbox: one is filtered by, the other is shown.
create index cars_facets on cars (make, model, price, year, fueltype, transmission_key, transmission, bodytype,
  province, city, mileage_km) where status = 'active';
create index cars_creator on cars (creator, created_at desc);

-- The wanted state of one person and one car.
create table favourites (
  user_id text not null references users (id) on delete cascade,
  car_id text collate "C" not null references cars (id) on delete cascade,
  wanted boolean not null,
  created_at timestamptz not null,
  primary key (user_id, car_id)
);
create index favourites_newest on favourites (user_id, created_at desc) where wanted;

-- The newest write of each device about a favourite: an older one that arrives late changes nothing, also when other
-- devices wrote in between.
create table favourite_writes (
  user_id text not null references users (id) on delete cascade,
  car_id text collate "C" not null references cars (id) on delete cascade,
  device_id text not null,
  seq bigint not null,
  primary key (user_id, car_id, device_id)
);

create table enquiries (
  id text primary key,
  -- minted by the phone: a late duplicate meets this even after its idempotency key is gone
  client_ref text unique,
  car_id text collate "C" not null references cars (id) on delete cascade,
  owner_id text not null references users (id) on delete cascade,
  name text not null,
  email text not null,
  country_code text not null,
  gsm text not null,
  message text not null,
  created_at timestamptz not null
);
create index enquiries_owner on enquiries (owner_id, created_at desc, id);

-- One row per finished write, in the same transaction as its effect: the row exists exactly when the effect does.
create table idempotency (
  actor text not null,
  key text not null,
  fingerprint text not null,
  status int not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (actor, key)
);
create index idempotency_age on idempotency (created_at);

-- Effects outside the database: written with the change that causes them, carried out afterwards, once.
create table mail_outbox (
  id text primary key,
  dedup_key text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  tries int not null default 0,
  next_at timestamptz not null
);
create index mail_outbox_due on mail_outbox (next_at) where sent_at is null;
