-- When the operator took the approval of a dealership away: proof from before then waits for nobody any more.
alter table users add column unverified_at timestamptz;
update users u set unverified_at = l.at
  from (select distinct on (thing_id) thing_id, action, at from audit_log
    where thing = 'person' and action in ('verify-dealer', 'unverify-dealer')
    order by thing_id, at desc, id desc) l
  where l.thing_id = u.id and l.action = 'unverify-dealer' and u.proof_approved_at is null;
