import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import pg from 'pg'
import { compose } from '../start/local/compose.ts'
import { startServer } from './server.ts'

/**
 * How long a page of customers takes among a hundred thousand: unfiltered, by words that few and that all have, by plan
 * and state, at the beginning and at the end. Whole calls, without a network.
 * Run: `npm run bench -- people`
 */
const customers = 100_000
const rounds = 40
const admin = { email: 'admin@example.com', password: 'segreta-di-prova' }

await using opened = new AsyncDisposableStack()
const cluster = await startServer()
opened.defer(() => cluster.destroy())
const { connectionString } = cluster
const picturesFolder = await mkdtemp(path.join(tmpdir(), 'tba-bench-'))
opened.defer(() => rm(picturesFolder, { recursive: true }))
const { app } = opened.use(
  await compose({
    databaseUrl: connectionString,
    secrets: secretsFrom(newSecrets()),
    picturesFolder,
    analytics: { folder: path.join(picturesFolder, 'analytics'), memoryMb: 512 },
    publicUrl: 'http://localhost',
    limitScale: 100,
    logger: createLogger({ service: 'bench', level: 'error' }),
    admin,
  }),
)
await fill()
const signedIn = await app.inject({ method: 'POST', url: '/api/admin/login', payload: admin })
const headers = { authorization: `Bearer ${signedIn.json().token}` }

const last = await lastCursor()
const asked: Record<string, string> = {
  'the first page': '',
  'in the middle': `cursor=${last}`,
  'a word that one has': 'q=nome77777',
  'the beginning of a word that all have': 'q=e',
  'two words, that all and that few have': 'q=example%20nome777',
  'two beginnings that hardly go together': 'q=nome1%20cognome9',
  'a number': 'q=77777',
  nothing: 'q=nessuno',
  'a plan': 'plan=elite',
  'a plan and a state that nobody is in': 'plan=elite&state=registered',
  'a word that all have and a state that nobody is in': 'q=example&plan=elite&state=registered',
}
for (const [what, query] of Object.entries(asked)) await measure(what, query)

async function measure(what: string, query: string): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    const answer = await app.inject({ method: 'GET', url: `/api/admin/customers?${query}`, headers })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(6)
  process.stdout.write(`${at(0.5)} ms p50 ${at(0.95)} ms p95  ${what}\n`)
}

async function lastCursor(): Promise<string> {
  const position = `00000000-${(customers / 2).toString(16).padStart(33, '0')}`
  return Buffer.from(JSON.stringify([position])).toString('base64url')
}

/** Inserts directly into the table, since only reading is measured. */
async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await using _ = { [Symbol.asyncDispose]: () => client.end() }
  await client.query(
    `insert into customers_v1.customers
      ("accountId", "userId", "firstName", "lastName", email, phone, plan, state, steps, bots, "createdAt", position, words)
    select gen_random_uuid(), number, 'Nome' || number, 'Cognome' || number % 1000, 'nome' || number || '@example.com', null,
      case when number % 4 > 0 then (array['starter', 'professional', 'elite'])[number % 4] end,
      case when number % 4 = 0 then 'registered' else (array['plan', 'in-progress', 'complete'])[1 + number % 3] end,
      '[]', 0, now(), '00000000-' || lpad(to_hex(number), 33, '0'),
      'nome' || number || ' cognome' || number % 1000 || ' example com #' || number
    from generate_series(1, $1::int) number`,
    [customers],
  )
  await client.query('vacuum analyze customers_v1.customers')
}
