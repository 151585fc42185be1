-- A value that is hardly possible is told, and its row is not refused.
alter table import_problems drop constraint import_problems_kind_check;
alter table import_problems add constraint import_problems_kind_check check (kind in ('refused', 'inactive', 'doubtful'));
