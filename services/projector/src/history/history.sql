-- One narrow row an event: what it holds is in the log. Names stand here as numbers, their hashes.
-- The columns are in the order that leaves no gaps between them.
create table history_events (
  -- The place in the log in 16 bytes.
  position uuid primary key,
  "recordedAt" timestamptz(3) not null,
  stream bigint not null,
  kind bigint not null,
  "eventId" int not null,
  correlation int not null
);

create index on history_events (stream);
-- Facts in the order of the log, and what visitors did, of which a kind is rare or found by going through the log.
create index on history_events (kind, position) where kind < 0;
create index on history_events (kind) where kind > 0;
-- By 20 bits of the hash: a hundred rows with the same value, as in a log of a hundred millions, take six bytes each there.
create index on history_events (("eventId" & 1048575));
create index on history_events ((correlation & 1048575));

-- What masses of events have in common: type, actor (empty for persons) and what they say alike. A kind of which no event is
-- left has no row.
create table history_kinds (
  key bigint primary key,
  type text not null,
  actor text not null,
  -- The texts that are searched, without letter case and accents.
  text text not null,
  -- The values of the type's told fields, exactly, and null where the event has null; empty where this build could not read it.
  said jsonb not null,
  count bigint not null
) with (fillfactor = 70);

create index on history_kinds (type);

-- Events of persons, and those of a visit outside of its stream.
create table history_marks (
  position uuid primary key,
  stream bigint not null,
  actor bigint,
  -- Of the visit's id, without letter case and accents.
  visit bigint,
  -- Of the visit's stream, until the visit expires.
  carrier bigint
);

create index on history_marks (stream);
create index on history_marks (actor, position) where actor is not null;
create index on history_marks (visit, position) where visit is not null;
create index on history_marks (carrier) where carrier is not null;

-- Streams by their names: those of facts, and of visits without a time in their id, which few are. All other visits are
-- found in read.visits by that time.
create table history_streams (
  name text collate "C" primary key
);

-- Words have no letter case.
create index on history_streams (lower(name)) where starts_with(name, 'visit-');

-- Between which places of the log the events of an hour lie, for searches by time. The log's clock may have stepped back.
-- Bounds: they stay as wide where the log forgets a visit.
create table history_hours (
  hour timestamptz(3) primary key,
  first uuid not null,
  last uuid not null
) with (fillfactor = 50);

-- The customers, by their accounts' streams. They stay, as the events do.
create table history_accounts (
  account bigint primary key,
  "accountId" uuid not null,
  "userId" int not null
);

create index on history_accounts ("userId");

-- Whose a stream is, where its name does not say so: of sessions, and of whatever else names its account in its events.
create table history_sessions (
  stream bigint primary key,
  account bigint not null
);

create index on history_sessions (account);

-- By which customer a visit is known, and since when: either an account of which an event names the visit, or a number that
-- an event of the visit names. Of both, the stream; once each, until the visit expires.
create table history_ties (
  key bigint primary key,
  visit bigint not null,
  account bigint,
  "userId" int,
  position uuid not null
);

create index on history_ties (visit);
create index on history_ties (account) where account is not null;
create index on history_ties ("userId") where "userId" is not null;
