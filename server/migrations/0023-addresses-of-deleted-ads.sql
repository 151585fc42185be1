-- The address of an ad that is gone, so that it is answered as gone and not as unknown. A hash: the address holds words
-- of the title, which are not kept.
alter table car_ledger add column slug_hash text;
create index car_ledger_slug on car_ledger (slug_hash) where slug_hash is not null;
