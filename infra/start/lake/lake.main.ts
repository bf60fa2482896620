import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import { daysAfter, romeDay } from '@tba/events/rome-day.ts'
import { referrerHost } from '@tba/events/tracking/page.ts'
import { OpenCopy } from '@tba/query-api/analytics/copy/open-copy.ts'
import { erasures } from '@tba/query-api/analytics/copy/person-rows.ts'
import type { Snapshot } from '@tba/query-api/analytics/copy/snapshot.ts'
import { publish } from '@tba/query-api/lake/lake.ts'
import { verifyLake } from '@tba/query-api/lake/verify-lake.ts'
import { writeLake } from '@tba/query-api/lake/write-lake.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { type LakeFile, type LakeStore, readManifest } from '@tba/runtime/storage/lake.ts'
import { openLake } from '@tba/runtime/storage/open-lake.ts'
import { parseOptions, runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, oncePerSecond } from '../local/progress.ts'

/** Writes days of the lake, or compares it with the log, also while the product runs. Exits with 1 on a difference. */

const usage = `npm run lake -- write [--from <day>] [--to <day>]
npm run lake -- verify

  write    writes the days of the lake from the log: all, or those of Rome from --from on and before --to
  verify   reads the log, and compares every file of the lake with it`

const noTablesMessage = 'There is nothing to write yet: npm start makes the log.'
const batchSize = 4_096
const options = { from: { type: 'string' }, to: { type: 'string' } } as const
type Range = { from: string; to: string }

async function lake(opened: AsyncDisposableStack): Promise<void> {
  const { action, range } = readArguments(process.argv.slice(2))
  const environment = readEnvironment(process.env)
  const { url } = await findDatabase(environment, { opened, noTablesMessage })
  const eventStoreUrl = environment.eventStoreUrl ?? url
  const store = await openEventStore({ url: eventStoreUrl, applicationName: 'lake' })
  opened.defer(() => store.close())
  const target = await openLake(environment.lakeUrl, environment.objects)
  const temporary = await mkdtemp(path.join(tmpdir(), 'tba-lake-'))
  opened.defer(() => rm(temporary, { recursive: true, force: true }))
  const { port, publicUrl = `http://localhost:${port}`, analyticsMemoryMb: memoryMb } = environment
  const copy = await OpenCopy.open(path.join(temporary, 'copy.duckdb'), {
    memoryMb,
    siteHost: referrerHost(publicUrl),
  })
  opened.defer(() => copy.close())
  const ask = <T>(work: (snapshot: Snapshot) => Promise<T>) => {
    const { signal } = new AbortController()
    return copy.answer({ preferred: null, required: null, waitMs: 0, signal }, work)
  }
  if (action === 'verify') return verify({ store, target, copy, ask, folder: temporary })

  const isAll = range.from === firstDay && range.to === lastDay
  await readInto(copy, store, isAll ? null : ((await readManifest(target))?.position ?? null))
  const folder = path.join(temporary, 'lake')
  const input = { folder, today: romeDay(new Date()), writer: crypto.randomUUID(), only: range }
  const written = await ask(snapshot => writeLake(snapshot, input))
  const pool = await createPool(url, { applicationName: 'lake', max: 1 })
  opened.defer(() => pool.end())
  const isOther = ({ day }: LakeFile) => day < range.from || day >= range.to
  const manifestOf = (before: Awaited<ReturnType<typeof readManifest>>) =>
    before && !isAll
      ? { ...written, position: before.position, files: [...before.files.filter(isOther), ...written.files] }
      : written
  while (!(await publish(pool, { store: target, folder, manifestOf, isForced: true }))) await pause(500)
  const rows = written.files.reduce((sum, file) => sum + file.rows, 0)
  const days = new Set(written.files.map(({ day }) => day)).size
  announce(`Wrote ${days} days, ${rows.toLocaleString('en-US')} rows.`)
}

type Verifying = {
  store: EventStore
  target: LakeStore
  copy: OpenCopy
  ask: <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>
  folder: string
}

async function verify({ store, target, copy, ask, folder }: Verifying): Promise<void> {
  const manifest = await readManifest(target)
  if (!manifest?.position)
    throw new StartRefusal(
      'There is no lake yet: the product writes it within a minute, or npm run lake -- write.',
    )
  await readInto(copy, store, manifest.position)
  const onDay = oncePerSecond(announce)
  const faults = await ask(snapshot =>
    verifyLake(snapshot, { store: target, manifest, folder, onDay: day => onDay(`Comparing ${day}…`) }),
  )
  for (const fault of faults) announce(fault)
  if (faults.length === 0) {
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
    return announce(`same      ${manifest.files.length} files, ${rows.toLocaleString('en-US')} rows`)
  }
  process.exitCode = 1
  const types = ['VisitsExpired', ...erasures]
  for await (const { type } of store.readAll({ types, after: manifest.position as Position }))
    return announce(`After the position of the lake came ${type}: ask again in a minute.`)
}

/** Up to a position, or to the end of the log. */
async function readInto(copy: OpenCopy, store: EventStore, end: string | null): Promise<void> {
  const last = end ?? (await store.head()) ?? ''
  const report = oncePerSecond(announce)
  let batch: StoredEvent[] = []
  const write = async () => {
    await copy.writer.add(batch, { isCaughtUp: true })
    batch = []
    report(`Reading the log: ${copy.progress.events.toLocaleString('en-US')} events…`)
  }
  for await (const event of store.readAll()) {
    if (event.position > last) break
    batch.push(event)
    if (batch.length === batchSize) await write()
  }
  await write()
}

const [firstDay, lastDay] = ['0000-01-01', '9999-12-31']

function readArguments(args: string[]): { action: 'write' | 'verify'; range: Range } {
  const { values, positionals } = parseOptions({ args, options, allowPositionals: true }, usage)
  const { from = firstDay, to = lastDay } = values
  const [action] = positionals
  if (positionals.length !== 1 || (action !== 'write' && action !== 'verify')) throw new StartRefusal(usage)
  for (const day of [from, to])
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || daysAfter(day, 0) !== day)
      throw new StartRefusal(`${day} is no day: 2026-01-31.`)
  if (from >= to) throw new StartRefusal('--to has to lie after --from.')
  return { action, range: { from, to } }
}

await runCommand(lake, { noTablesMessage })
