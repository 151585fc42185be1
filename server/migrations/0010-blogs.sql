-- News and reviews. An article without a day of publishing is a draft, which only its writers know of.
create table blogs (
  id text primary key,
  slug text collate "C" not null unique,
  title text not null,
  -- sanitised HTML, and its first words as plain text for lists
  description text not null,
  excerpt text not null,
  image text not null,
  blur text not null,
  author text references users (id) on delete set null,
  -- catalogue's textParts of the title and the text
  search_tokens text[] collate "C" not null,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index blogs_newest on blogs (published_at desc, id) where published_at is not null;
create index blogs_image on blogs (image);
