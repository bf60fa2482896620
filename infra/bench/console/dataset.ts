import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { adminIdOf } from '@tba/command-api/admins/admin-id.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { OpenedStore, StreamAppend } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { project, samplePasswords } from '../../start/demo/demo.ts'
import { fill } from '../../start/demo/fill.ts'
import { month } from '../../start/demo/month.ts'
import { type Database, openDatabase } from '../../start/local/database.ts'
import { lockFolder } from '../../start/local/lock.ts'
import { longStream } from './long-stream.ts'

/**
 * A month of visits, leads, questionnaires and customers, as `npm run demo` tells it: made once in a folder that stays, and
 * found there by the next run. Visits have ids as long as a browser may make them.
 */
export type Dataset = Database & { folder: string }

export const admin = { email: 'admin@example.com', password: 'segreta-di-prova' }
const site = 'https://www.example.com'

export async function openDataset(visits: number, opened: AsyncDisposableStack): Promise<Dataset> {
  const folder = path.join(tmpdir(), `tba-bench-console-${visits}`)
  const whole = path.join(folder, 'whole')
  mkdirSync(folder, { recursive: true })
  const lock = lockFolder(folder)
  opened.defer(() => lock.release())
  const stopping = new AbortController()
  const onLost = (reason: unknown) => stopping.abort(reason)
  const database = await openDatabase(folder, { opened, stopping, onLost })
  if (!existsSync(whole)) {
    const startedMs = performance.now()
    process.stderr.write(`Making ${visits} visits in ${folder}, once.\n`)
    await make(database, { visits, folder, signal: stopping.signal })
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    writeFileSync(whole, `${seconds}\n`)
    process.stderr.write(`Made in ${seconds} s.\n`)
  }
  return { ...database, folder }
}

type Making = { visits: number; folder: string; signal: AbortSignal }

async function make({ url, keys }: Database, { visits, folder, signal }: Making): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const pool = await createPool(url)
  opened.defer(() => pool.end())
  await migrateVault(pool)
  const keyring = await openVault({ pool, keks: keksOf(keys), connectionString: url })
  opened.defer(() => keyring.close())
  const store = await openEventStore({ url })
  opened.defer(() => store.close())
  if ((await store.head()) !== null)
    throw new Error(`the making of ${folder} was broken off: remove that folder`)

  await fill(
    {
      ...{ passwords: await samplePasswords(), keyring, secrets: keys, signal },
      write: appends => store.appendInOrder(appends.map(withLongId)),
      onWritten() {},
    },
    month(
      { visits, seed: 'console', untilMs: Date.now() - 90_000, site, password: admin.password },
      keys,
      adminIdOf(keys.emailHash, admin.email),
    ),
  )
  await appendLongStream(store)
  await project({ log: eventLog(store, keyring), store, pool, connectionString: url, signal })
}

/** 58 characters: the time, and a UUID where the story has eight digits. */
function longId(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return `${id}-${hex.slice(0, 4)}-4${hex.slice(4, 7)}-a${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}

const visitPrefix = streams.visit('session_')

function withLongId({ stream, events, expected }: StreamAppend): StreamAppend {
  const isVisit = stream.startsWith(visitPrefix)
  return {
    stream: isVisit ? longId(stream) : stream,
    expected,
    events: events.map(event => {
      const { visitId } = event.metadata
      return typeof visitId === 'string'
        ? {
            ...event,
            metadata: {
              ...event.metadata,
              visitId: longId(streams.visit(visitId)).slice(streams.visit('').length),
            },
          }
        : event
    }),
  }
}

async function appendLongStream(store: OpenedStore): Promise<void> {
  const events = longStream.events()
  for (let at = 0; at < events.length; at += 100)
    await store.append(longStream.name, events.slice(at, at + 100), 'any')
}
