-- Chats: one of any two people. Both are named, so that it goes with the account of either, as enquiries do.
create table chats (
  -- contract's chatKey
  key text collate "C" primary key,
  first_user text not null references users (id) on delete cascade,
  second_user text not null references users (id) on delete cascade,
  -- how many there are: the number of the last one
  messages int not null default 0,
  last_sender text not null,
  -- whether the one to whom the last message was sent has read it
  receiver_has_read boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index chats_first on chats (first_user, updated_at desc, key);
create index chats_second on chats (second_user, updated_at desc, key);

create table chat_messages (
  chat_key text collate "C" not null references chats (key) on delete cascade,
  -- from 1, in the order in which they count
  n int not null,
  id text not null unique,
  sender text not null,
  message text not null,
  sent_at timestamptz not null,
  primary key (chat_key, n)
);
