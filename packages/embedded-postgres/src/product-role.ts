import { createHmac } from 'node:crypto'
import pg from 'pg'

/** What the product works as: no superuser. It owns its database and nothing else. */
export const productRole = 'tba_product'

/** Its password, made from the superuser's. */
export const productPassword = (password: string): string =>
  createHmac('sha256', password).update(productRole).digest('hex')

/**
 * Gives this database, with all that an older build made in it as superuser, to the product's role. One transaction: a killed one
 * has changed nothing, and the next start does it again.
 * @param client the superuser's, in that database
 */
export async function giveToProduct(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query('select current_database() as database')
  const [database, secret] = [pg.escapeIdentifier(rows[0].database), productPassword(password)]
  await client.query('begin')
  try {
    // One that another start holds is tried again at the next.
    await client.query(`set local lock_timeout = '20s'`)
    await client.query(createRole)
    // Createrole is for the role of npm run sql. The two others: for the space of the disk, and for what holds others up.
    await client.query(`alter role ${productRole} login createrole password ${pg.escapeLiteral(secret)}`)
    await client.query(`grant pg_read_all_settings, pg_read_all_stats to ${productRole}`)
    await client.query(`alter database ${database} owner to ${productRole}`)
    await client.query(`revoke all on database ${database}, postgres, template1 from public`)
    await client.query(ownEverything)
    await client.query(ownSqlRole)
    await client.query(keepFromOthers(productRole))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const createRole = `do $$ begin
  if to_regrole('${productRole}') is null then create role ${productRole}; end if;
end $$`

/** A sequence of a column, an index and a TOAST table follow their table. */
const ownEverything = `do $$ declare owned text; begin
  for owned in
    with ours as (select oid, nspname from pg_namespace where oid >= 16384 and nspname !~ '^pg_'
      union all select oid, nspname from pg_namespace where nspname = 'public')
    select format('schema %I', nspname) from pg_namespace join ours using (oid, nspname)
      where nspowner <> to_regrole('${productRole}') and nspname <> 'public'
    union all select format('%s %s', case relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' when 'c' then 'type' else 'table' end, c.oid::regclass)
      from pg_class c join ours on ours.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S', 'c') and relowner <> to_regrole('${productRole}')
        and not exists (select from pg_depend d where d.objid = c.oid and relkind = 'S' and d.deptype in ('a', 'i'))
    union all select format('routine %s', p.oid::regprocedure) from pg_proc p join ours on ours.oid = pronamespace
      where proowner <> to_regrole('${productRole}')
    union all select format('type %s', t.oid::regtype) from pg_type t join ours on ours.oid = typnamespace
      where typtype in ('d', 'e', 'r') and typowner <> to_regrole('${productRole}')
  loop execute format('alter %s owner to ${productRole}', owned); end loop;
end $$`

/** The role of npm run sql that an older build made as superuser: `reader.ts` goes on with it. */
const ownSqlRole = `do $$ declare reader text = current_database() || '_sql'; begin
  if to_regrole(reader) is not null then
    execute format('grant %I to ${productRole} with admin true, inherit true, set false', reader);
    if to_regnamespace('read') is not null then
      execute format('alter default privileges for role ${productRole} in schema read grant select on tables to %I', reader);
    end if;
  end if;
end $$`

/** Only this role may hold others up: with locks, large objects, or a transaction id, behind which readers of the log wait. */
export const keepFromOthers = (role: string) => `do $$ declare held regprocedure; begin
  for held in select oid::regprocedure from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (proname ~ '^(pg_(try_)?advisory_|lo_)' or proname in
      ('loread', 'lowrite', 'pg_current_xact_id', 'txid_current', 'pg_export_snapshot', 'pg_logical_emit_message'))
      and has_function_privilege('public', oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', held);
    execute format('grant execute on function %s to ${role}', held);
  end loop;
end $$`
