import { freshDatabase } from '@tba/testing/database.ts'
import pg from 'pg'
import { giveToProduct, productPassword, productRole } from './product-role.ts'

async function connected(connectionString: string) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** What older builds made as superuser: one of each kind. */
const older = `
  create schema s; create type s.kind as enum ('a'); create domain s.short as text; create type s.pair as (a int, b int);
  create table s.t (id int generated always as identity primary key, kind s.kind, at bigserial);
  create table s.parts (i int) partition by range (i); create sequence s.n; create view s.v as select * from s.t;
  create materialized view s.m as select 1 as one; create table public.starts (i int);
  create function s.f() returns int language sql as 'select 1';
  create procedure s.p() language sql as 'select 1'; insert into s.t (kind) values ('a')`

const owners = `select distinct owner::regrole::text from (
  select relowner as owner from pg_class where relnamespace in ('s'::regnamespace, 'public'::regnamespace)
  union all select proowner from pg_proc where pronamespace = 's'::regnamespace
  union all select typowner from pg_type where typnamespace = 's'::regnamespace
  union all select nspowner from pg_namespace where nspname = 's'
  union all select datdba from pg_database where datname = current_database()) all_of_it order by 1`

test('what an older build made as superuser becomes the role’s, whole or not at all, whenever a start is killed', async () => {
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const superuser = await connected(connectionString)
  await superuser.query(older)
  const before = (await superuser.query(owners)).rows
  // The last of its statements fails, as when the start is killed before it.
  const query = superuser.query.bind(superuser)
  superuser.query = ((text: string) =>
    text === 'commit' ? Promise.reject(new Error('killed')) : query(text)) as typeof query
  await expect(giveToProduct(superuser, 'secret')).rejects.toThrow('killed')
  superuser.query = query
  expect((await superuser.query(owners)).rows).toEqual(before)

  for (const _ of ['first', 'second']) await giveToProduct(superuser, 'secret')
  expect((await superuser.query(owners)).rows).toEqual([{ owner: productRole }])
  const own = Object.assign(new URL(connectionString), {
    username: productRole,
    password: productPassword('secret'),
  })
  const product = await connected(own.href)
  await product.query(
    'alter table s.t add more int; drop function s.f(); create schema more; create temporary table x (i int)',
  )
  expect((await product.query('select count(*)::int as count from s.v')).rows).toEqual([{ count: 1 }])
  await product.query('select pg_advisory_unlock_all()')
  await expect(product.query(`copy s.parts from program 'true'`)).rejects.toThrow('permission denied')
  expect((await product.query('show data_directory')).rows).toHaveLength(1)
})
