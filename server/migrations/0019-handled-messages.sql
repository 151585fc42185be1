-- When an operator was done with a message of the contact or the insurance form.
alter table contact_messages add column handled_at timestamptz;
alter table insurance_inquiries add column handled_at timestamptz;
create index contact_messages_recent on contact_messages (created_at desc, id desc);
create index insurance_inquiries_recent on insurance_inquiries (created_at desc, id desc);

-- Money that came and paid nothing, when it was given back, and how.
alter table payment_notices
  add column returned_at timestamptz,
  add column returned_note text not null default '';
