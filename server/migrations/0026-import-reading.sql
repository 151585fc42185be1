-- How the text of a table was read: its encoding, the lines that made it so, and where the names of the columns stand.
alter table imports add column reading jsonb;
