-- How often the cookie in place of a lost one was given anew since the last exchange: those given in vain are no
-- cookies of the owner any more.
alter table sessions add column reissued integer not null default 0;
