-- One row an event, in the order of the log. Nothing sealed is in it. Whoever changes this file changes the copy's version.
create table if not exists events (
  -- 1, 2, 3 … in the order of the log; there are gaps where visits expired. Two copies may number the same event otherwise.
  seq integer not null,
  -- The log's own token, comparable as text.
  position varchar not null,
  event_id uuid not null,
  recorded_ms bigint not null,
  stream varchar not null,
  revision integer not null,
  type varchar not null,
  schema_version integer not null,
  actor varchar not null,
  correlation_id varchar not null, causation_id varchar not null,
  -- The visit that the metadata name: for searching.
  visit varchar,
  -- The visit whose stream this is.
  own_visit varchar,
  -- The visit that the metadata name, where it is another than own_visit and has not expired since: it counts as that one's.
  tied_visit varchar,
  -- The customer whose account, setup or session this is.
  account varchar,
  session varchar,
  -- The customer number that AccountRegistered gives and AnalyticsEventTracked names.
  user_id bigint,
  -- The page's path, without host, query and fragment.
  page varchar,
  -- What visitors did, of InteractionTracked and AnalyticsEventTracked, each under its name in the data.
  event_type varchar, event_name varchar, event_label varchar,
  element_id varchar, element_text varchar,
  -- Whether a page was viewed; and whether a visitor did something, a view among it: scrolling, the time on a page and
  -- answers to the consent banner are nothing done. The analytics event of the same view is its twin, and no view.
  is_view boolean not null, is_deed boolean not null,
  -- What many events say alike: the values of its toldFields, as JSON.
  said varchar not null,
  -- Of a visit's start.
  device varchar, robot varchar, browser varchar, system varchar,
  -- The other site that led here: of a visit's start, and of what was done later under another referrer.
  referrer_host varchar,
  -- utm_source and utm_campaign of this event's page.
  source varchar, campaign varchar,
  -- What visitors saw and pressed, without letter case and accents: see searchedText.
  words varchar,
  -- Unsealed data as JSON; sealed fields are null in it.
  data varchar not null,
  -- Names of the sealed fields, as a list in JSON; null: none.
  sealed varchar
);

-- One row: how far the copy is, as JSON. See Progress in writer.ts.
create table if not exists progress (said varchar not null);
