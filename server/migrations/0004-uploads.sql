-- Pictures people upload, from the first byte on. A picture is named by its bytes (img_ and the first half of their
-- SHA-256), so a person has it once however often it is sent. What shows it is in cars.pictures; a row that no car
-- shows goes after a while, and with it its file.
create table uploads (
  user_id text not null references users (id) on delete cascade,
  image_id text collate "C" not null,
  sha256 text not null,
  size int not null,
  -- where its bytes are collected while it is open
  file text not null unique,
  state text not null check (state in ('open', 'done')),
  width int not null default 0,
  height int not null default 0,
  blur text not null default '',
  created_at timestamptz not null,
  -- when it was last asked for or put into an ad
  used_at timestamptz not null,
  primary key (user_id, image_id)
);
create index uploads_image on uploads (image_id);
create index uploads_used on uploads (used_at);
