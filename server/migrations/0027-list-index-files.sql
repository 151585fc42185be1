-- Proofs of files that hold the list index. A file counts only beside its row: the row is written after everything in the
-- file was committed, so a database that knows the row knows all of that, whatever backup it was restored from.
create table list_index_files (
  token text primary key,
  written_at timestamptz not null default now()
);
