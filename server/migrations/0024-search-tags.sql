-- A car's tokens hold its tags as well: colour, drive, condition, litres and equipment (catalogue's tagsOf). They are worked
-- out anew when the server starts (fillTokens); until then such a car is found by everything but words and tags. What is
-- only derived is no news for phones.
update cars set search_tokens = null;
