-- A row whose name is damaged comes out with its bytes, as `unpackedName` in stream-name.ts tells them: it stopped whoever
-- read the log by its view, and so each backup.

-- Whether bytes are text here: UTF-8 without a NUL. Read as LATIN1, each of them is one character.
create function log.is_text(bytes bytea) returns boolean language sql immutable parallel safe as $$
  select case when position('\x00'::bytea in bytes) > 0 then false else convert_from(bytes, 'LATIN1') ~ (
    '^([\u0001-\u007f]|[\u00c2-\u00df][\u0080-\u00bf]|\u00e0[\u00a0-\u00bf][\u0080-\u00bf]'
    || '|[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}|\u00ed[\u0080-\u009f][\u0080-\u00bf]'
    || '|\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}|[\u00f1-\u00f3][\u0080-\u00bf]{3}|\u00f4[\u0080-\u008f][\u0080-\u00bf]{2})*$'
  ) end
$$;

create or replace function log.unpacked_name(packed bytea) returns text language sql immutable parallel safe as $$
  select coalesce(
    case substring(packed for 1)
      when '\x00' then
        case when log.is_text(substring(packed from 2)) then convert_from(substring(packed from 2), 'UTF8') end
      when '\x01' then
        case when length(packed) >= 17 and log.is_text(substring(packed from 18))
          then convert_from(substring(packed from 18), 'UTF8') || encode(substring(packed from 2 for 16), 'hex')::uuid
        end
      when '\x02' then
        case when length(packed) = 11 and substring(packed from 2 for 6) < '\x09184e72a000'
          then 'visit-session_'
            || lpad(('x0000' || encode(substring(packed from 2 for 6), 'hex'))::bit(64)::bigint::text, 13, '0')
            || '_' || encode(substring(packed from 8), 'hex')
        end
      when '\x03' then
        case when length(packed) = 23 and substring(packed from 2 for 6) < '\x09184e72a000'
          then 'visit-session_'
            || lpad(('x0000' || encode(substring(packed from 2 for 6), 'hex'))::bit(64)::bigint::text, 13, '0')
            || '_' || encode(substring(packed from 8), 'hex')::uuid::text
        end
    end,
    'damaged-' || encode(packed, 'hex')
  )
$$;
