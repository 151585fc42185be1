-- Orders of plans. What was agreed stands in the order itself: a plan that costs something else later changes none.
alter table plans add column includes text[] not null default '{}';
-- As new databases get them (server/demo/reference-rows.ts); how many ads a package allows is not among them.
update plans set includes = case id
  when 'basic' then array['Test drive requests for your cars']
  when 'featured-dealership' then array['Your dealership on the home page', 'Inquiries about your cars',
    'Chat with buyers and sellers', 'Verified badge, once your proof is approved']
  else array['Inquiries about your cars', 'Chat with buyers and sellers', 'Verified badge, once your proof is approved'] end
  where id in ('basic', 'gold', 'promotion', 'platinum', 'featured-dealership');

create table orders (
  id text collate "C" primary key,
  -- Kept for the books when the account goes.
  user_id text references users (id) on delete set null,
  plan_id text not null references plans (id),
  plan_name text not null,
  months int not null check (months between 1 and 24),
  price numeric(14, 2) not null check (price >= 0),
  amount numeric(14, 2) not null check (amount = price * months),
  method text not null check (method in ('free', 'card', 'deposit')),
  state text not null default 'pending' check (state in ('pending', 'paid', 'cancelled', 'refused', 'refunded')),
  -- For people; it is on the receipt and on a deposit.
  reference text collate "C" not null unique,
  -- For the provider: nobody can guess it (R-EXT-13).
  payment_id text collate "C" not null unique,
  note text not null default '',
  -- The package it paid for, which is why it cannot pay for another.
  subscription_id text unique references subscriptions (id) on delete set null,
  created_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  -- Before then nobody asks what became of it.
  look_at timestamptz,
  check ((state in ('paid', 'refunded')) = (paid_at is not null))
);
create index orders_user on orders (user_id, created_at desc);
create index orders_recent on orders (created_at desc, id desc);
create index orders_look on orders (look_at) where look_at is not null;
-- Two tabs that order the same order one thing.
create unique index orders_same on orders (user_id, plan_id, months, price, method) where state = 'pending';

-- What a provider told about money, believed or not: the only witness when a buyer asks where it went.
create table payment_notices (
  id text collate "C" primary key,
  order_id text references orders (id) on delete set null,
  -- The provider's own name of the payment.
  payment text not null,
  status text not null,
  amount numeric(14, 2),
  verdict text not null,
  -- Its sender was known.
  believed boolean not null,
  received_at timestamptz not null
);
create index payment_notices_order on payment_notices (order_id, received_at);
create index payment_notices_recent on payment_notices (received_at desc, id desc);
-- One payment pays once, however often it is told.
create unique index payment_notices_once on payment_notices (payment) where verdict = 'paid';
create index payment_notices_payment on payment_notices (payment);
-- What anybody can send; so many of them are kept (server/orders/notices.ts).
create index payment_notices_strange on payment_notices (received_at, id) where order_id is null or not believed;

-- Proof of a deposit, for the operator's eyes only: never among the public pictures.
create table proofs (
  id text collate "C" primary key,
  order_id text not null references orders (id) on delete cascade,
  -- Of the content, so that the same file is one proof.
  hash text not null,
  file_name text not null,
  file_type text not null,
  content bytea not null,
  dealership_id text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  note text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (order_id, hash)
);
create index proofs_waiting on proofs (created_at) where state = 'waiting';

-- When its owner was reminded that a package ends, and told that it has ended.
alter table subscriptions
  add column reminded_week_at timestamptz,
  add column reminded_day_at timestamptz,
  add column ended_told_at timestamptz;
create index subscriptions_ending on subscriptions (expires_at) where status = 'active' and ended_told_at is null;
-- What ended before there were letters about it is no news.
update subscriptions set ended_told_at = expires_at where expires_at < now();
-- Replaced: what was left of it is in a dearer one.
alter table subscriptions drop constraint subscriptions_status_check,
  add constraint subscriptions_status_check check (status in ('pending', 'active', 'replaced', 'cancelled'));

-- What the operator's people did. Nothing that speaks to this table through the server changes a row of it.
create table audit_log (
  id text collate "C" primary key,
  at timestamptz not null,
  -- No reference: the row stays when the account goes. Null: from a shell.
  operator_id text,
  operator_name text not null,
  action text not null,
  thing text not null,
  thing_id text not null,
  before jsonb,
  after jsonb,
  note text not null default ''
);
create index audit_log_recent on audit_log (at desc, id desc);
create index audit_log_thing on audit_log (thing, thing_id, at desc);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only written on';
end $$;
create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
