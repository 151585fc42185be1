-- Days of a subscription that other ones paid for, which it took in: they stay when its own price is given back.
alter table subscriptions add column credit_days int not null default 0 check (credit_days >= 0);
