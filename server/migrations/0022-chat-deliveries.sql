-- Where chats are kept in Firestore: what a transaction decided, until it was carried there.

create table chat_deliveries (
  place bigint generated always as identity primary key,
  -- of the message; anything else has none
  message_id text unique,
  -- the chat, or the person who left: carried in turn
  key text not null,
  -- message, blocks or left
  kind text not null,
  -- emptied once it was carried
  payload jsonb,
  -- the first message about a car, which its receiver was told of by e-mail
  opening boolean not null default false,
  created_at timestamptz not null,
  next_at timestamptz not null,
  tries int not null default 0,
  delivered_at timestamptz
);
create index chat_deliveries_waiting on chat_deliveries (key, place) where delivered_at is null;

-- Of which unread messages a person was told by e-mail: of those that came after this place.
create table chat_told (
  key text not null,
  user_id text not null references users (id) on delete cascade,
  unread_from int not null,
  told_at timestamptz not null,
  primary key (key, user_id, unread_from)
);
