-- What an ad that is gone was about, so that its owner does not put the same car up again at once.
alter table car_ledger add column likeness text collate "C";
alter table car_ledger add column title text;
create index car_ledger_likeness on car_ledger (creator, likeness, deleted_at) where likeness is not null;
