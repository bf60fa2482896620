import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { withParameters } from './parameters.ts'
import { sqlProcesses } from './sql-processes.ts'

const home = quickFolder('tba-sql-')
const folder = path.join(home, 'lake')
const day = path.join(folder, 'visits/day=2026-01-31')
mkdirSync(day, { recursive: true })
const file = path.join(day, 'part-0.parquet')
const made = await (await DuckDBInstance.create(':memory:')).connect()
await made.run(`copy (select 'visita-' || i as visit, 'p' as position, make_timestamptz(0) as "firstAt", make_timestamptz(0) as "lastAt",
  1 as events, 1 as "pageViews", 1 as actions, '/' as "entryPage", '/' as "exitPage", if(i % 2 = 0, 'google', null) as source,
  null::varchar as campaign, null::varchar as "referrerHost", 'mobile' as device, 'Firefox' as browser, 'Linux' as system,
  null::varchar as robot, 'all' as consent, false as lead, false as questionnaire, false as registration, true as plan
  from range(1, 2501) as r(i)) to '${file}' (format parquet)`)

const processes = sqlProcesses({ folder, memoryMb: 128, withinMs: 180_000 })
afterAll(() => processes.close())

let accounts = 0
type Given = Parameters<typeof withParameters>[0]['parameters']
function ask(query: string, parameters: Given = {}, on = processes, signal = new AbortController().signal) {
  const { text, values } = withParameters({ query, parameters })
  const taskOf = () => ({ files: { events: [], visits: [file] }, text, values })
  return on.run(`account ${++accounts}`, signal, taskOf, async rows => rows)
}
const rowsOf = async (query: string, parameters?: Given) => (await ask(query, parameters)).rows

test.each([
  ['select count(*), min(day)::varchar from visits', [[2500, '2026-01-31']]],
  [
    'with recursive t as (select 1 as n union all select n + 1 from t where n < 3) select sum(n) from t',
    [[6]],
  ],
  ['with a as (from visits), b as (from a) select count(*) from b join a using (visit)', [[2500]]],
  [
    'select source, count(*) from visits group by all order by 1 nulls last',
    [
      ['google', 1250],
      [null, 1250],
    ],
  ],
  ['select 1 union all values (2) order by 1', [[1], [2]]],
  [
    "select 9007199254740993, 9007199254740991, 1.10::decimal(4, 2), 0.5::double, 1 / 0, date '2026-01-02'",
    [['9007199254740993', 9007199254740991, '1.10', 0.5, 'Infinity', '2026-01-02']],
  ],
  [
    "select [1, 2], {'a': true}, 'x' as a, 'y' as a, row_number() over ()",
    [['[1,2]', '{"a":true}', 'x', 'y', 1]],
  ],
  ["select '{{nome}}', i from unnest([3]) as u(i);", [['{{nome}}', 3]]],
  ['select count(*) from persons', [[0]]],
  ['select hour("firstAt"), "firstAt"::varchar from visits limit 1', [[0, '1970-01-01 00:00:00+00']]],
])('answers %s', async (query, rows) => expect(await rowsOf(query)).toEqual(rows))

test('a parameter is bound, whatever it contains', async () => {
  const query = 'select {{testo}}, {{numero}} + 1, {{giorno}} + 1 -- {{commento}}'
  const hostile = "'; drop view visits; --"
  const parameters: Given = {
    testo: { type: 'text', value: hostile },
    numero: { type: 'number', value: 1.5 },
    giorno: { type: 'date', value: '2026-02-28' },
  }
  expect((await rowsOf(query, parameters))[0]).toEqual([hostile, 2.5, expect.stringContaining('2026-03-01')])
  expect(() => withParameters({ query: 'select {{manca}}' })).toThrow('Manca il valore di manca')
})

test('an answer has a thousand rows at most, and says that there are others', async () => {
  const { columns, rows, more } = await ask('select visit from visits')
  expect([columns, rows.length, more]).toEqual([[{ name: 'visit', type: 'VARCHAR' }], 1_000, true])
  expect((await ask('select visit from visits limit 1000')).more).toBe(false)
  expect((await ask('select i from range(1000000000000) as r(i)')).more).toBe(true)
})

test.each([
  `copy (select 1) to '${folder}/out.csv'`,
  `select * from read_text('/etc/passwd')`,
  `select * from "read_text"('/etc/passwd')`,
  `select "read_text"('/etc/passwd')`,
  `from '/etc/passwd'`,
  `from '${file}'`,
  `select * from read_parquet('${file}')`,
  `from "${file}"`,
  `with a as (from '${file}') from a`,
  `with "/etc/passwd" as (select 1), b as (from '${file}') from b`,
  `with a as (from sqlite_master), sqlite_master as (select 1) from a`,
  `with sqlite_master as (from sqlite_master) from sqlite_master`,
  `select (with sqlite_master as (select 1) select 1), * from sqlite_master`,
  'from duckdb_settings()',
  'from duckdb_views',
  'from information_schema.tables',
  'from pg_catalog.pg_tables',
  'from main.sqlite_master',
  "select current_setting('temp_directory')",
  "select getenv('HOME')",
  "select * from query('select 1')",
  "from query_table('visits')",
  "select json_execute_serialized_sql('{}')",
  "from glob('/*')",
  'install httpfs',
  'load httpfs',
  `attach '${folder}/other.duckdb'`,
  "attach ':memory:' as other",
  "set memory_limit = '10GB'",
  'pragma database_list',
  'pragma enable_profiling',
  'call pragma_version()',
  'select 1; select 2',
  'drop view visits',
  'create or replace view visits as select 1',
  'create macro visits() as 1',
  'prepare a as select 1',
  'set variable a = 1',
  'checkpoint',
  "export database '/tmp'",
  'describe visits',
  'from (summarize visits)',
  'show tables',
  'explain select 1',
  'delete from visits',
  'selec 1',
  'select nothing from visits',
  '',
])('refuses %s', async query => {
  await expect(ask(query)).rejects.toMatchObject({ status: 400 })
  expect(await rowsOf('select count(*) from visits')).toEqual([[2500]])
  expect(readdirSync(folder)).toEqual(['visits'])
})

test('memory and temporary files have a limit', async () => {
  const query = 'select list(a.visit || b.visit) from visits a, visits b, range(100)'
  await expect(ask(query)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/Memory|memoria/),
  })
})

test.each([
  [
    'endless recursion',
    'with recursive t as (select 1 as n union all select n + 1 - 1 from t) select max(n) from t',
  ],
  ['a billion rows', 'select sum(hash(a.i, b.i)) from range(1000000000) as a(i), range(1000) as b(i)'],
])('%s ends in time, and the next question is answered', async (_, query) => {
  // Short on purpose: the limit is tested.
  const quick = sqlProcesses({ folder, memoryMb: 128, withinMs: 2_000 })
  onTestFinished(() => quick.close())
  await expect(ask(query, {}, quick)).rejects.toMatchObject({ status: expect.toBeOneOf([408, 400]) })
  expect((await ask('select 1', {}, processes)).rows).toEqual([[1]])
})

test('a question whose asker leaves is killed', async () => {
  const leaving = new AbortController()
  const query = 'select sum(hash(a.i, b.i)) from range(1000000000) as a(i), range(1000) as b(i)'
  const asked = ask(query, {}, processes, leaving.signal)
  setTimeout(() => leaving.abort(new Error('left')), 100)
  await expect(asked).rejects.toThrow('left')
  await waitFor(() => readdirSync(path.join(home, 'sql')).length <= 2)
})

test('two questions at once, one of an account, four wait for a moment', async () => {
  // Short on purpose: each question takes longer.
  const limited = sqlProcesses({ folder, memoryMb: 128, withinMs: 3_000 })
  onTestFinished(() => limited.close())
  const { signal } = new AbortController()
  const long = 'select sum(hash(a.i, b.i)) from range(1000000000) as a(i), range(1000) as b(i)'
  const taskOf = () => ({ files: { events: [], visits: [file] }, text: long, values: {} })
  const run = (account: string) =>
    limited.run(account, signal, taskOf, async () => 200).catch((error: { status: number }) => error.status)
  const crowd = Array.from({ length: 40 }, (_, at) => run(`of ${at % 20}`))
  await after(100)
  const statuses = await Promise.all(crowd)
  expect(statuses.filter(status => status === 408).length).toBeLessThanOrEqual(6)
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(34)
})

test('a file has every row, and no formula', async () => {
  const written = (format: 'csv' | 'parquet', use: (to: string) => unknown) => {
    let to = ''
    const taskOf = (temporary: string) => {
      to = path.join(temporary, 'file')
      const text = `select visit, '=1+1' as formula, $a as a from visits order by 1; -- the end`
      return { files: { events: [], visits: [file] }, text, values: { a: 'x' }, to: { file: to, format } }
    }
    return processes.run('files', new AbortController().signal, taskOf, async () => use(to))
  }
  const csv = String(await written('csv', to => readFileSync(to, 'utf8')))
  expect(csv.split('\r\n').slice(0, 2)).toEqual(['\uFEFFvisit,formula,a', "visita-1,'=1+1,x"])
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2_501)
  const rows = await written('parquet', async to =>
    (await made.runAndReadAll(`select count(*)::integer from read_parquet('${to}')`)).getRows(),
  )
  expect(rows).toEqual([[2500]])
})
