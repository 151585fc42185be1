-- What the screen shows of a table before anything is written: its problems by reason with counts, and its first ads.
alter table imports add column problem_groups jsonb not null default '[]';
alter table imports add column preview jsonb not null default '[]';
