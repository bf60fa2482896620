import { packed } from '@tba/event-store/packed-position.ts'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import { rest } from '../engine/backoff.ts'
import { type Connection, connect } from '../engine/connection.ts'
import { whileVerifying } from '../verifying.ts'
import { canBeCounted, placeAsOf } from './as-of.ts'
import { CountDigest } from './count-digest.ts'
import { expiryIn, isSpared } from './expiry.ts'
import { KindRules, standOfHistory } from './history-rows.ts'
import { isCurrent, readKeepings, readSaved, type Saved } from './keepings.ts'
import { keptDigest } from './kept-digest.ts'
import { pagesOfUnits } from './pages-of-units.ts'
import { Tally } from './tally.ts'
import { cameBy } from './unit.ts'

type Store = Pick<EventStore, 'readAt'>
type OnProgress = (step: { name: string; counted: 'units'; count: number }) => void
export type FunnelsVerifying = {
  pool: DatabasePool
  store: Store
  connectionString: string
  onProgress?: OnProgress
}

/** How many units reached each step, as it is kept, and as a count from the beginning finds it at that position. */
export type FunnelFinding = Pick<Saved, 'funnel' | 'name'> & {
  /** Null where nothing of it is kept now: it is being counted, or given up. */
  compared: { position: Position; kept: number[]; counted: number[]; isSame: boolean } | null
}

/**
 * Compares what is kept of each saved funnel with a count from the beginning of the history as of the same position. That
 * the history says what the log says is for `verify`. Units are read as few at a time as they are to be kept.
 */
export function verifyFunnels({ pool, store, connectionString, onProgress = () => {} }: FunnelsVerifying) {
  return whileVerifying(pool, async () => {
    const connection = await connect(connectionString)
    try {
      const findings: FunnelFinding[] = []
      for (const saved of (await readSaved(connection.query)) ?? []) {
        const onUnits = (count: number) => onProgress({ name: named(saved), counted: 'units', count })
        findings.push(await compare(connection, { store, saved, onUnits }))
      }
      return findings
    } finally {
      await connection.close()
    }
  })
}

type Comparing = { store: Store; saved: Saved; onUnits: (count: number) => void }

/** What is to be counted anew since visits have expired is so in a moment, if anybody counts. */
const tries = 5
const betweenMs = 500

async function compare(connection: Connection, comparing: Comparing): Promise<FunnelFinding> {
  const { funnel, name } = comparing.saved
  for (let left = tries; left > 0; left -= 1) {
    const compared = await inSnapshot(connection, () => compareNow(connection, comparing))
    if (compared !== 'expired') return { funnel, name, compared }
    await rest(betweenMs, new AbortController().signal)
  }
  return { funnel, name, compared: null }
}

/** All of it as of one moment. Without writes, the transaction holds back no reader of the log. */
async function inSnapshot<T>({ query }: Connection, work: () => Promise<T>): Promise<T> {
  await query({ text: 'begin isolation level repeatable read, read only' })
  try {
    return await work()
  } finally {
    await query({ text: 'rollback' }).catch(() => {})
  }
}

async function compareNow({ query }: Connection, { store, saved, onUnits }: Comparing) {
  const { definition } = saved
  const [there] = await query<{ isThere: boolean }>({
    text: `select to_regclass('funnels.keeping') is not null as "isThere"`,
  })
  // Nobody has counted any yet, as behind a restore.
  if (!there?.isThere) return null
  const stand = await standOfHistory(query)
  const keeping = (await readKeepings(query)).find(({ funnel }) => funnel === saved.funnel)
  if (!stand || !keeping || keeping.counted === null || !isCurrent(saved, keeping, stand)) return null
  if (!canBeCounted(definition, stand.position)) return null
  const reading = { query, store, like: stand.position }
  const expiredBefore = await expiryIn(reading, {
    ...{ after: packed(keeping.position), upTo: packed(stand.position) },
  })
  if (expiredBefore !== null && !isSpared(definition, expiredBefore)) return 'expired'
  const { digest: kept, isSound } = await keptDigest(query, keeping.counted, definition.steps.length)
  const counted = new CountDigest(definition.steps.length)
  const upTo = placeAsOf(definition, packed(keeping.position))
  const came = cameBy(definition)
  let count = 0
  for await (const { units } of pagesOfUnits(reading, {
    definition,
    rules: new KindRules(definition),
    upTo,
  })) {
    const tally = new Tally(definition.breakdown !== undefined)
    for (const unit of units) tally.move(null, came(unit, upTo))
    counted.add(tally.differences())
    count += units.length
    onUnits(count)
  }
  const isSame = isSound && kept.equals(counted)
  return { position: keeping.position, kept: kept.units, counted: counted.units, isSame }
}

/** As a terminal may show what somebody typed. */
const named = ({ name }: Pick<Saved, 'name'>) => `saved funnel ${JSON.stringify(name)}`

/** False only where what is kept is wrong. */
export const isAsCounted = ({ compared }: FunnelFinding) => compared?.isSame !== false

export function funnelLineOf({ name, compared }: FunnelFinding): string {
  if (!compared) return `not yet ${named({ name })}: nothing is kept of it now that could be compared`
  const { position, kept, counted, isSame } = compared
  const units = `${kept.join(' → ')} units`
  if (isSame) return `same    ${named({ name })}: ${units} (at ${position})`
  const byLog = `${counted.join(' → ')} by the log`
  const others = `${kept}` === `${counted}` ? '; times, values or the compared period differ' : ''
  return `DIFFERS ${named({ name })}: ${units}, ${byLog}${others} (at ${position})`
}
