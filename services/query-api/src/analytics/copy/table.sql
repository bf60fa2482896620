-- One row per event, in log order, without sealed data. A change of this file changes the version of the copy.
create table if not exists events (
  -- 1, 2, 3 … in log order, with gaps where visits expired. Two copies may number the same event differently.
  seq integer not null,
  -- The position in the log, comparable as text.
  position varchar not null,
  event_id uuid not null,
  recorded_ms bigint not null,
  stream varchar not null,
  revision integer not null,
  type varchar not null,
  schema_version integer not null,
  actor varchar not null,
  -- One of the two, the other is null. DuckDB finds a UUID several times faster than a text.
  correlation_uuid uuid, correlation_text varchar,
  causation_id varchar not null,
  -- The visit of this stream, and whether the metadata name it.
  own_visit varchar, names_own_visit boolean not null,
  -- Another visit that the metadata name, for searches. Most events have none, so it is read fast.
  visit varchar,
  -- The same, if it has not expired since: the event counts for it too.
  tied_visit varchar,
  -- The customer of an account, setup or session stream.
  account varchar,
  -- The person of a request or an address, by the keyed hash that it names; null again once that is erased.
  person varchar,
  -- The session in which a customer did it.
  session varchar,
  -- The customer number that AccountRegistered assigns and AnalyticsEventTracked names.
  user_id bigint,
  -- The path of the page, without host, query and fragment; and its host.
  page varchar, page_host varchar,
  -- Fields of InteractionTracked and AnalyticsEventTracked, with the names that they have in the data.
  event_type varchar, event_name varchar, event_label varchar,
  element_id varchar, element_text varchar,
  -- A page view (its analytics event does not count), and an action of the visitor, page views included. Scrolling, time on
  -- page and clicks on the consent banner are no actions.
  is_view boolean not null, is_action boolean not null,
  -- The values of indexedFields, as JSON. Many events share the same ones.
  attributes varchar not null,
  -- A number for type and attributes: events with the same one are alike. The converse does not hold.
  signature integer not null,
  -- Of a visit's start.
  device varchar, robot varchar, browser varchar, system varchar, language varchar,
  -- The other site that linked here: at a visit's start, or later with a new referrer. Its name: see source-name.ts.
  referrer_host varchar, referrer_name varchar,
  -- utm_source, by its name, and utm_campaign of this event's page.
  source varchar, campaign varchar,
  -- What visitors saw and clicked, in lower case and without accents: see searchedText.
  words varchar,
  -- Unsealed data as JSON. Sealed fields are null.
  data varchar not null,
  -- Names of the sealed fields, as a JSON list; null: none.
  sealed varchar
);

-- One row per visit: every visit id that an event carries in own_visit or tied_visit. See visit-rows.ts.
create table if not exists visits (
  id varchar not null,
  -- Of its first event in log order.
  first_seq integer not null, first_ms bigint not null,
  -- By time: the clock may step back.
  least_ms bigint not null, last_ms bigint not null,
  -- How many events it has, of them page views, and actions.
  events integer not null, views integer not null, actions integer not null,
  -- The paths of its first and last page view.
  entry varchar, exit varchar,
  -- Of the first page that names one.
  utm_source varchar, campaign varchar,
  device varchar, browser varchar, system varchar, language varchar,
  -- Why it counts as a robot, and from which event on.
  robot varchar, robot_seq integer,
  -- The latest choice: all or none.
  consent varchar,
  -- Whether it has such an event.
  lead boolean not null, questionnaire boolean not null, registration boolean not null, plan boolean not null,
  -- The hosts of its pages, and the sites that linked here, in order.
  hosts varchar[] not null, referrers struct(host varchar, name varchar)[] not null,
  -- The host of the first of these that is not the visit's own site; and utm_source, else the name of this host.
  referrer varchar, source varchar
);

-- The person of each account that claimed an address, until it is erased.
create table if not exists accounts (account varchar not null, person varchar not null, seq integer not null);

-- What administrators joined and parted, and who had an account when: see links.ts.
create table if not exists links (
  seq integer not null, position varchar not null, type varchar not null, person varchar not null, other varchar
);

-- One row with the progress of the copy, as JSON. See Progress in writer.ts.
create table if not exists progress (state varchar not null);
