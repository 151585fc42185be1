-- The live chat: numbered changes per person, marks per side, pictures, what people decide about each other.

-- One counter a person: it is locked until the transaction commits, so that a person's changes are numbered in the
-- order in which they become visible, and a stream continues from a number without a gap.
create table chat_people (
  user_id text primary key references users (id) on delete cascade,
  number bigint not null default 0,
  -- the last time a stream of theirs was open
  online_at timestamptz
);

alter table chats
  -- the car it was last begun about
  add column car_id text references cars (id) on delete set null,
  -- the owner's number of the last change
  add column first_number bigint not null default 0,
  add column second_number bigint not null default 0,
  -- messages were removed or changed under this number: phones replace what they keep
  add column first_whole bigint not null default 0,
  add column second_whole bigint not null default 0,
  -- places up to which each of the two has the messages on a phone, and has read them
  add column first_has int not null default 0,
  add column second_has int not null default 0,
  add column first_read int not null default 0,
  add column second_read int not null default 0,
  -- when the receiver of the unread messages was sent an e-mail about them; cleared when they read
  add column emailed_at timestamptz;
-- Of an unread chat the receiver has read what came before their own last message.
update chats c set
  first_read = case when last_sender = first_user or receiver_has_read then messages else
    (select coalesce(max(m.n), 0) from chat_messages m where m.chat_key = c.key and m.sender = c.first_user) end,
  second_read = case when last_sender = second_user or receiver_has_read then messages else
    (select coalesce(max(m.n), 0) from chat_messages m where m.chat_key = c.key and m.sender = c.second_user) end;
-- Each opening message has had its e-mail.
update chats set first_has = first_read, second_has = second_read,
  emailed_at = case when receiver_has_read then null else updated_at end;
create index chats_first_number on chats (first_user, first_number);
create index chats_second_number on chats (second_user, second_number);
create index chats_unread on chats (updated_at) where not receiver_has_read;

alter table chat_messages
  -- of the phone that wrote it; shown only
  add column written_at timestamptz,
  -- upload id of its picture
  add column image_id text,
  add column first_number bigint not null default 0,
  add column second_number bigint not null default 0;
update chat_messages set written_at = sent_at;
alter table chat_messages alter column written_at set not null;
-- What keeps a picture from being removed.
create index chat_messages_image on chat_messages (image_id) where image_id is not null;

-- What a person decided about another; no row: nothing.
create table chat_settings (
  user_id text not null references users (id) on delete cascade,
  other_id text not null references users (id) on delete cascade,
  muted boolean not null default false,
  blocked boolean not null default false,
  changed_at timestamptz not null,
  primary key (user_id, other_id)
);

create table person_reports (
  id text primary key,
  reporter_id text not null references users (id) on delete cascade,
  person_id text not null references users (id) on delete cascade,
  reason text not null,
  words text not null,
  created_at timestamptz not null,
  handled_at timestamptz,
  handled_note text not null default ''
);
create unique index person_reports_open on person_reports (reporter_id, person_id) where handled_at is null;
create index person_reports_waiting on person_reports (created_at) where handled_at is null;
create index person_reports_person on person_reports (person_id);

-- E-mails about messages that wait; a person can turn them off.
alter table users add column chat_emails boolean not null default true;
