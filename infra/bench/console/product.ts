import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLogger } from '@tba/runtime/http/logger.ts'
import pg from 'pg'
import { compose } from '../../start/local/compose.ts'
import { admin, openDataset } from './dataset.ts'

/** The product on a dataset, and a token of an administrator. */
export type Running = {
  address: string
  token: string
  url: string
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

export async function openProduct(visits: number, opened: AsyncDisposableStack): Promise<Running> {
  const { url, keys, folder } = await openDataset(visits, opened)
  const { app } = opened.use(
    await compose({
      databaseUrl: url,
      secrets: keys,
      picturesFolder: path.join(folder, 'pictures'),
      analytics: { folder: path.join(folder, 'analytics'), memoryMb: 512 },
      publicUrl: 'http://localhost',
      limitScale: 1_000,
      logger: createLogger({ service: 'bench', level: 'error' }),
      admin,
      onBuilding: told,
    }),
  )
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  opened.defer(() => client.end())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ address, url, token: await signIn(address) },
    query: async (text, values = []) => (await client.query(text, values)).rows,
  }
}

const tellEveryMs = 10_000
let nextMs = 0

/** A dataset of before, of which this build has other tables. */
function told({ projections, eventCount }: { projections: string[]; eventCount: number }): void {
  if (performance.now() < nextMs) return
  nextMs = performance.now() + tellEveryMs
  process.stderr.write(`Folding anew ${projections.join(', ')}: ${eventCount} events\n`)
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token } = (await answer.json()) as { token: string }
  const after = {
    authorization: `Bearer ${token}`,
    'x-after': answer.headers.get('x-position') ?? '',
  }
  // Until the read side knows the session.
  while (!(await fetch(`${address}/api/admin/settings`, { headers: after })).ok);
  // Until the analysts' copy is built.
  const events = `${address}/api/admin/events?limit=1`
  while (!(await fetch(events, { headers: after })).ok) await pause(250)
  return token
}
