-- No provider is asked after a payment: nothing says when an order is looked at next.
alter table orders drop column look_at;
