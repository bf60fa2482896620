import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import pg from 'pg'
import { compose } from '../start/local/compose.ts'
import { inProductProcess } from './product-process.ts'
import { startServer } from './server.ts'

/**
 * What it takes to export a million interactions as CSV: seconds, and by how much the product's memory grows. The
 * client is a process of its own, and so is PostgreSQL.
 * Run: `npm run bench -- export`
 */
inProductProcess()
const rows = 1_000_000
/** Different things that were done, each by many. */
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
    limitScale: 1,
    logger: createLogger({ service: 'bench', level: 'error' }),
    admin,
  }),
)
await fill()
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const token = await signIn()

// The second time everything is loaded and compiled, so that only the export itself makes the memory grow.
report('first', await download())
for (let round = 1; round <= 3; round++) report('again', await download())

/** Inserts directly into the table, since only reading is measured. */
async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await using _ = { [Symbol.asyncDispose]: () => client.end() }
  await client.query(
    `insert into tracking_v1.site_interactions
    select gen_random_uuid(), 'session_' || number / 10, 'button_click', 'hero-' || number % 100,
      'Inizia con €500, "ora"', 'https://example.com/strategies?utm_source=news',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '192.0.2.0', 'https://example.org/',
      json_build_object('depth', number % 100), now(), lpad(to_hex(number), 42, '0')
    from generate_series(1, $1::int) number`,
    [rows],
  )
  await client.query('vacuum analyze tracking_v1.site_interactions')
}

async function signIn(): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(admin)
  const answer = await fetch(`${address}/api/admin/login`, { method: 'POST', headers, body })
  const position = answer.headers.get('x-position') ?? ''
  const { token: given } = (await answer.json()) as { token: string }
  const after = { authorization: `Bearer ${given}`, 'x-after': position }
  // Until the read side knows the session.
  while (!(await fetch(`${address}/api/admin/settings`, { headers: after })).ok);
  return given
}

type Downloaded = { status: number; bytes: number; lines: number; seconds: number }

async function download(): Promise<Downloaded & { grownMb: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const url = `${address}/api/admin/export/interactions`
  const client = fork(new URL('./download.client.ts', import.meta.url), [url, token], { execArgv: [] })
  const [downloaded] = (await once(client, 'message')) as [Downloaded]
  clearInterval(sampling)
  if (downloaded.status !== 200 || downloaded.lines !== rows + 1)
    throw new Error(`the export is not whole: ${JSON.stringify(downloaded)}`)
  return { ...downloaded, grownMb: (most - before) / 1024 / 1024 }
}

function report(name: string, { seconds, bytes, grownMb }: Awaited<ReturnType<typeof download>>): void {
  const megabytes = bytes / 1024 / 1024
  console.log(
    `${name}: ${rows} rows, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
      `memory grown by at most ${grownMb.toFixed(0)} MB`,
  )
}
