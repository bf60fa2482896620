-- A log without this column is of version 1.
alter table log.meta add column schema_version integer not null default 2 check (schema_version > 0);
