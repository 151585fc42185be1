-- When the operator approved the proof of a dealership. With a running package it makes a verified dealer.
alter table users add column proof_approved_at timestamptz;
