-- Events in half of their room: what all events of one shape have in common stands once, and a row holds the rest.
-- Whatever reads or writes log.events as it was goes on: it is a view now, see below.
lock table log.events in access exclusive mode;
alter table log.events rename to events_2;
alter sequence log.events_position_seq rename to events_2_position_seq;
create sequence log.events_position_seq;
select setval('log.events_position_seq', last_value, is_called) from log.events_2_position_seq;

-- Types that come in masses, and that nobody looks for among others: they are left out of records_by_shape, and whoever
-- wants one of them reads the log as it is. Another one takes a migration.
create table log.frequent_types (type text collate "C" primary key);
insert into log.frequent_types
values ('VisitStarted'), ('InteractionTracked'), ('AnalyticsEventTracked'), ('ConsentChosen');

-- What events have in common, written by whoever appends the first one of its kind, and never changed: see shape.ts.
create table log.shapes (
  -- Drawn at random, so that after an older log was put back no process takes a new shape for one that it remembers.
  -- Below 0: of a frequent type.
  id integer primary key,
  type text collate "C" not null,
  -- JSON: type, the names in data and metadata, whether metadata.visitId is what follows the dash in the stream's name.
  -- Without names, data and metadata stand in the payload as they are.
  shape text collate "C" not null unique check (shape is json object)
);
create index shapes_by_type on log.shapes (type);

-- In this order no byte is lost between columns.
create table log.records (
  -- The transaction that wrote the event: readers wait until every older one has ended.
  xid xid8 not null default pg_current_xact_id(),
  position bigint not null default nextval('log.events_position_seq'),
  recorded_at timestamptz(3) not null default clock_timestamp(),
  event_id uuid not null,
  -- From the metadata, where they are UUIDs there.
  correlation_id uuid,
  causation_id uuid,
  revision integer not null check (revision >= 0),
  shape integer not null,
  stream bytea not null,
  -- A list in JSON: the values in data, then those in metadata. Checking it costs 2 µs.
  payload text not null check (payload is json array)
);
alter sequence log.events_position_seq owned by log.records.position;

-- The name of a stream in fewer bytes, the first of which says how: 2 visit-session_<13 digits>_<8 hexadecimal digits>,
-- 3 the same with a UUID behind, 1 a UUID, then what stands before it, 0 as it is. As stream-name.ts.
create function log.packed_name(name text) returns bytea language sql immutable parallel safe as $$
  select case
    when name ~ '^visit-session_[0-9]{13}_[0-9a-f]{8}$'
      then '\x02'::bytea || substring(int8send(substr(name, 15, 13)::bigint) from 3) || decode(substr(name, 29), 'hex')
    when name ~ '^visit-session_[0-9]{13}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
      then '\x03'::bytea || substring(int8send(substr(name, 15, 13)::bigint) from 3) || uuid_send(substr(name, 29)::uuid)
    when name ~ '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
      then '\x01'::bytea || uuid_send(right(name, 36)::uuid) || convert_to(left(name, -36), 'UTF8')
    else '\x00'::bytea || convert_to(name, 'UTF8')
  end
$$;

create function log.unpacked_name(packed bytea) returns text language sql immutable parallel safe as $$
  select case get_byte(packed, 0)
    when 0 then convert_from(substring(packed from 2), 'UTF8')
    when 1 then convert_from(substring(packed from 18), 'UTF8') || encode(substring(packed from 2 for 16), 'hex')::uuid
    else 'visit-session_'
      || lpad(('x0000' || encode(substring(packed from 2 for 6), 'hex'))::bit(64)::bigint::text, 13, '0') || '_'
      || case get_byte(packed, 0) when 2 then encode(substring(packed from 8), 'hex')
           else encode(substring(packed from 8), 'hex')::uuid::text end
  end
$$;

-- The id of a shape, which it gets now if it has none; null where the type has too many of them.
create function log.shape_id(wanted text, at_most integer) returns integer language plpgsql as $$
declare
  its_type constant text := wanted::json ->> 'type';
  found_id integer;
begin
  select id into found_id from log.shapes where shape = wanted;
  if found_id is not null then return found_id; end if;
  if (select count(*) from log.shapes where type = its_type) >= at_most then return null; end if;
  insert into log.shapes (id, type, shape)
  select (1 + floor(random() * 2147483646))::integer * case when exists (
      select from log.frequent_types where type = its_type
    ) then -1 else 1 end, its_type, wanted
  on conflict (shape) do nothing;
  select id into found_id from log.shapes where shape = wanted;
  return found_id;
end
$$;

-- What a row holds of an event: as packed-event.ts.
create function log.packed(stream text, type text, data jsonb, metadata jsonb,
  out shape integer, out correlation_id uuid, out causation_id uuid, out payload text
) language plpgsql as $$
declare
  uuid_pattern constant text := '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  dash constant integer := strpos(stream, '-');
  is_own_visit boolean := false;
  wanted text;
  names text;
  metadata_names text;
begin
  if jsonb_typeof(data) = 'object' and jsonb_typeof(metadata) = 'object' then
    if jsonb_typeof(metadata -> 'correlationId') = 'string' and metadata ->> 'correlationId' ~ uuid_pattern then
      correlation_id := (metadata ->> 'correlationId')::uuid;
    end if;
    if jsonb_typeof(metadata -> 'causationId') = 'string' and metadata ->> 'causationId' ~ uuid_pattern then
      causation_id := (metadata ->> 'causationId')::uuid;
    end if;
    is_own_visit := coalesce(dash > 0 and metadata -> 'visitId' = to_jsonb(substr(stream, dash + 1)), false);
    select
      string_agg(to_json(key)::text, ',') filter (where part = 1),
      string_agg(to_json(key)::text, ',') filter (where part = 2),
      '[' || coalesce(string_agg(value::text, ',' order by part), '') || ']'
    into names, metadata_names, payload
    from (
      select 1 as part, key, value from jsonb_each(data)
      union all
      select 2, key, value from jsonb_each(metadata)
      where not (key = 'correlationId' and correlation_id is not null)
        and not (key = 'causationId' and causation_id is not null)
        and not (key = 'visitId' and is_own_visit)
    ) as parts;
    wanted := concat('{"type":', to_json(type), ',"data":[', names, '],"metadata":[', metadata_names, ']',
      case when is_own_visit then ',"isOwnVisit":true' end, '}');
    select s.id into shape from log.shapes s where s.shape = wanted;
    if shape is null and length(wanted) <= 1000 then shape := log.shape_id(wanted, 64); end if;
  end if;
  if shape is null then
    shape := log.shape_id(format('{"type":%s}', to_json(type)), 2147483647);
    payload := format('[%s,%s]', data, metadata);
    correlation_id := null;
    causation_id := null;
  end if;
end
$$;

set local enable_sort = off;
insert into log.records (xid, position, recorded_at, event_id, correlation_id, causation_id, revision, shape, stream, payload)
select e.xid, e.position, e.recorded_at, e.event_id, p.correlation_id, p.causation_id, e.revision, p.shape,
  log.packed_name(e.stream), p.payload
from log.events_2 e cross join lateral log.packed(e.stream, e.type, e.data, e.metadata) p
order by e.xid, e.position;
set local enable_sort = on;
drop table log.events_2;

alter table log.records
  add constraint records_pkey primary key (xid, position),
  add constraint records_event_id_key unique (event_id),
  -- The concurrency check: of two writers of one revision, one loses.
  add constraint records_stream_revision_key unique (stream, revision);
create index records_by_shape on log.records (shape, xid, position) where shape > 0;
analyze log.records;

-- The log as one reads it in psql, as backups copy it, and as builds before this one know it. Those may go on beside a
-- newer one: slowly, since here nothing finds a stream by its name. A row that somebody has damaged comes out without what
-- cannot be read of it, as readers see it, and no other is lost with it.
create view log.events as
select r.xid, r.position, r.revision::bigint as revision, r.recorded_at, r.event_id, named.stream, coalesce(common.type, '') as type,
  case when common.shape ? 'data' then (
      select coalesce(jsonb_object_agg(name, named.contents -> (at::integer - 1)), '{}')
      from jsonb_array_elements_text(common.shape -> 'data') with ordinality as given (name, at)
    ) else coalesce(named.contents -> 0, '{}') end as data,
  case when common.shape ? 'data' then (
      select coalesce(jsonb_object_agg(
        name, named.contents -> (jsonb_array_length(common.shape -> 'data') + at::integer - 1)), '{}')
      from jsonb_array_elements_text(common.shape -> 'metadata') with ordinality as given (name, at)
    ) || jsonb_strip_nulls(jsonb_build_object(
      'correlationId', r.correlation_id,
      'causationId', r.causation_id,
      'visitId', case when common.shape ? 'isOwnVisit' then substr(named.stream, strpos(named.stream, '-') + 1) end
    )) else coalesce(named.contents -> 1, '{}') end as metadata
from log.records r
cross join lateral (
  select log.unpacked_name(r.stream) as stream,
    case when pg_input_is_valid(r.payload, 'jsonb') then r.payload::jsonb end as contents offset 0
) named
left join lateral (
  select type, shape::jsonb as shape from log.shapes where id = r.shape offset 0
) common on true;

create function log.write_event() returns trigger language plpgsql as $$
declare
  p record;
begin
  new.xid := coalesce(new.xid, pg_current_xact_id());
  new.position := coalesce(new.position, nextval('log.events_position_seq'));
  new.recorded_at := coalesce(new.recorded_at, clock_timestamp());
  select * into p from log.packed(new.stream, new.type, new.data, new.metadata);
  insert into log.records
    (xid, position, recorded_at, event_id, correlation_id, causation_id, revision, shape, stream, payload)
  values (new.xid, new.position, new.recorded_at, new.event_id, p.correlation_id, p.causation_id, new.revision, p.shape,
    log.packed_name(new.stream), p.payload);
  return new;
end
$$;
create trigger write_event instead of insert on log.events for each row execute function log.write_event();
