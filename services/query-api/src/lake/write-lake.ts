import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isOfLog } from '@tba/event-store/position.ts'
import { daysOf, startOfDay } from '@tba/events/rome-day.ts'
import { makeFolder } from '@tba/runtime/disk.ts'
import { type LakeFile, type Manifest, readManifest, writeManifest } from '@tba/runtime/storage/lake.ts'
import { lakeOnDisk } from '@tba/runtime/storage/lake-on-disk.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { erasures } from '../analytics/copy/person-rows.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { parquetOptions } from '../history/export-parquet.ts'
import { type Kind, kinds, lakeSchema, rowsOf, type Slice } from './rows.ts'

export type LakeInput = {
  /** Of the files, beside the copy. */
  folder: string
  /** The open day in Rome: it gets a part for what is new. */
  today: string
  writer: string
  /** Only these days, `[from, to)`. */
  only?: { from: string; to: string }
}

type Why = LakeFile['why']
type Plan = {
  days: string[] /** Why every day may have changed; null: only some have. */
  all: Why | null
  late: Set<string>
  from: number
}

/** An open day has so many parts at most. */
const maxParts = 30
const dayOf = daysOf('day')
const hourMs = 3_600_000

/**
 * Brings the files of the lake up to this snapshot, day by day: compares a day with the copy and writes it anew where it
 * differs. The manifest is written after each day, so whoever is killed goes on from there.
 */
export async function writeLake(
  snapshot: Snapshot,
  { folder, today, writer, only }: LakeInput,
): Promise<Manifest> {
  const store = lakeOnDisk(folder)
  makeFolder(path.resolve(folder))
  const before = await readManifest(store).catch(() => null)
  const { days: found, ...plan } = await planOf(snapshot, before, today)
  const days = only ? found.filter(day => day >= only.from && day < only.to) : found
  let files = before?.files ?? []
  for (const [at, day] of days.entries()) {
    const had = files.filter(file => file.day === day)
    const now: LakeFile[] = []
    for (const kind of kinds) {
      const own = had.filter(file => file.path.startsWith(`${kind}/`))
      now.push(...(await tend(snapshot, { folder, kind, day, had: own, isOpen: day === today, ...plan })))
    }
    files = [...files.filter(file => file.day !== day), ...now]
    const isLast = at === days.length - 1
    // The parts of the open day go with the position: it is the last.
    if (!isLast) await keep(before?.position ?? null)
    await snapshot.passed((at + 1) / days.length)
  }
  return keep(snapshot.position)

  async function keep(position: string | null): Promise<Manifest> {
    const manifest = { version: 1, position, writer, writtenAt: new Date().toISOString(), files } as const
    await writeManifest(store, manifest)
    return manifest
  }
}

/** Which days may differ from the copy. An expiry or an erasure can concern any. */
async function planOf(snapshot: Snapshot, before: Manifest | null, today: string): Promise<Plan> {
  const position = before?.position ?? null
  const files = before?.files ?? []
  const isOther =
    position === null ||
    !snapshot.position ||
    !isOfLog(position, snapshot.position) ||
    position > snapshot.position
  const from = isOther ? 0 : await snapshot.seqAsOf(position)
  const types =
    from === 0
      ? []
      : await snapshot.rows<{ type: string }>(sql`
    select distinct type from events where seq > ${from} and type in (${join(['VisitsExpired', ...erasures])})`)
  const changed: Why | null = types.some(({ type }) => type === 'VisitsExpired')
    ? 'expiry'
    : types.length > 0
      ? 'erasure'
      : null
  const isOld = files.some(({ schema }) => schema !== lakeSchema)
  const all = isOther ? 'log' : isOld ? 'schema' : changed
  const late = new Set(await daysIn(snapshot, sql`select recorded_ms from events where seq > ${from}`))
  const found = all
    ? [...(await daysOfCopy(snapshot)), ...files.map(({ day }) => day)]
    : [...late, ...(await daysOfChanged(snapshot, from, today)), ...unmerged(files, today)]
  const days = [...new Set(found)].sort()
  return {
    days: [...days.filter(day => day !== today), ...days.filter(day => day === today)],
    all,
    late,
    from,
  }
}

/** The earlier days of visits that go on, and of accounts that are somebody’s now. */
function daysOfChanged(snapshot: Snapshot, from: number, today: string): Promise<string[]> {
  const fresh = sql`select own_visit as id from events where seq > ${from} union select tied_visit from events where seq > ${from}`
  const older = sql`select id from visits where least_ms < ${startOfDay(today)} and id in (${fresh})`
  const claimed = sql`select account from accounts where seq > ${from}`
  return daysIn(
    snapshot,
    sql`
    select recorded_ms from events where own_visit in (${older}) union all
    select recorded_ms from events where tied_visit in (${older}) union all
    select recorded_ms from events where account in (${claimed})`,
  )
}

/** The parts of a day that has ended become one file. */
function unmerged(files: readonly LakeFile[], today: string): string[] {
  const days = files.filter(({ path }) => path.startsWith('events/')).map(({ day }) => day)
  return days.filter((day, at) => day < today && days.indexOf(day) !== at)
}

export const daysOfCopy = (snapshot: Snapshot): Promise<string[]> =>
  daysIn(snapshot, sql`select recorded_ms from events`)

async function daysIn(snapshot: Snapshot, times: Sql): Promise<string[]> {
  const rows = await snapshot.rows<{ hour: number }>(
    sql`select distinct floor(recorded_ms / ${hourMs})::double as hour from (${times})`,
  )
  return [...new Set(rows.map(({ hour }) => dayOf(hour * hourMs)))]
}

type Tended = Omit<Plan, 'days'> & {
  folder: string
  kind: Kind
  day: string
  had: LakeFile[]
  isOpen: boolean
}

/** @returns the files of this kind and day from now on */
async function tend(
  snapshot: Snapshot,
  { folder, kind, day, had, isOpen, all, late, from }: Tended,
): Promise<LakeFile[]> {
  const write = (slice: Slice, why: Why) => writeFile(snapshot, { folder, kind, why, ...slice })
  const isWhole = had.length === 0 || all !== null || had.length >= maxParts
  if (isOpen && kind === 'events' && !isWhole) return [...had, ...(await write({ day, after: from }, 'part'))]
  const [first] = had
  if (had.length === 1 && first?.schema === lakeSchema && !isOpen) {
    if (await isSame(snapshot, rowsOf[kind]({ day }), [path.join(folder, first.path)])) return had
  }
  if (!first) return write({ day }, 'day')
  const written = await write(
    { day },
    all ?? (isOpen ? 'part' : had.length > 1 ? 'merged' : late.has(day) ? 'late' : 'visits'),
  )
  return written[0]?.path === first.path ? had : written
}

/** Whether files hold exactly these rows. Each differs from all others by its position, so none can hide another. */
export async function isSame(
  snapshot: Snapshot,
  rows: Sql,
  files: readonly string[],
  without: readonly string[] = [],
) {
  const hashed = (from: Sql) => {
    const columns =
      without.length === 0 ? sql`*` : sql`* exclude (${raw(without.map(name => `"${name}"`).join())})`
    return sql`select count(*)::double as rows, bit_xor(hash(e))::varchar as hash from (select ${columns} from (${from})) e`
  }
  const [expected] = await snapshot.rows<{ rows: number }>(hashed(rows))
  if (files.length === 0) return expected?.rows === 0
  const found = await snapshot.rows(hashed(sql`select * from ${parquetIn(files)}`))
  return JSON.stringify(expected) === JSON.stringify(found[0])
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const parquetIn = (files: readonly string[]): Sql =>
  raw(`read_parquet([${files.map(text).join()}], hive_partitioning = false)`)

/** Its name says what it holds: another instance gives the same day the same name. @returns none if there is no row */
async function writeFile(
  snapshot: Snapshot,
  { folder, kind, why, ...slice }: Slice & { folder: string; kind: Kind; why: Why },
): Promise<LakeFile[]> {
  const { day } = slice
  const temporary = path.join(folder, `${crypto.randomUUID()}.part`)
  try {
    await snapshot.rows(sql`copy (${rowsOf[kind](slice)}) to ${raw(text(temporary))} (${parquetOptions})`)
    const [found] = await snapshot.rows<Pick<LakeFile, 'rows' | 'first' | 'last'>>(
      sql`select count(*)::double as rows, min(position) as first, max(position) as last from ${parquetIn([temporary])}`,
    )
    if (!found || found.rows === 0) return []
    const sha256 = await syncedHash(temporary)
    const name = `${kind}/day=${day}/part-${sha256.slice(0, 16)}.parquet`
    makeFolder(path.resolve(folder, path.dirname(name)))
    await rename(temporary, path.join(folder, name))
    return [{ path: name, day, ...found, schema: lakeSchema, sha256, why }]
  } finally {
    await rm(temporary, { force: true })
  }
}

async function syncedHash(file: string): Promise<string> {
  await using handle = await open(file, 'r')
  await handle.sync()
  const hash = createHash('sha256')
  await pipeline(handle.createReadStream({ autoClose: false }), hash)
  return hash.digest('hex')
}
