-- Free text finds a car by its tokens (catalogue's tokensOf) instead of by a piece of one long text, so that a word is
-- looked up at the beginnings of words and may be misspelled.

-- null: not worked out yet. Folding is the application's; it fills these in when it starts (fillTokens).
alter table cars add column search_tokens text[] collate "C";
create index cars_tokens on cars using gin (search_tokens) where status = 'active';
create index cars_without_tokens on cars (id) where search_tokens is null;

-- Every token that any car has or had. A search expands its words against this short list first; one that no car has
-- any more costs nothing but its row.
create table search_words (token text collate "C" primary key);

create function search_words_on_insert() returns trigger language plpgsql as $$
begin
  insert into search_words (token)
    select distinct t.token from added a cross join lateral unnest(a.search_tokens) as t (token)
    where not exists (select 1 from search_words w where w.token = t.token)
    order by 1
    on conflict do nothing;
  return null;
end $$;

create function search_words_on_update() returns trigger language plpgsql as $$
begin
  insert into search_words (token)
    select distinct t.token from unnest(new.search_tokens) as t (token)
    where not exists (select 1 from search_words w where w.token = t.token)
    order by 1
    on conflict do nothing;
  return null;
end $$;

create trigger search_words_insert after insert on cars
  referencing new table as added for each statement execute function search_words_on_insert();
create trigger search_words_update after update on cars for each row
  when (new.search_tokens is distinct from old.search_tokens) execute function search_words_on_update();

-- What is only derived is no news for phones, and its filling in would else send every car to all of them again.
drop trigger feed_update on cars;
create trigger feed_update after update on cars for each row
  when ((to_jsonb(old) - '{clicks,search_tokens}'::text[])
    is distinct from (to_jsonb(new) - '{clicks,search_tokens}'::text[])) execute function feed_on_update();

alter table cars drop column search_text;
