import type { EventStore } from '@tba/event-store/port.ts'
import { rest } from '../engine/backoff.ts'
import { Fenced } from '../engine/checkpoints.ts'
import { type Connection, connect } from '../engine/connection.ts'
import { canBeCounted } from './as-of.ts'
import { Miscounted } from './bucket.ts'
import { type CountingAnew, countAnew } from './count-anew.ts'
import { type Counted, countOn } from './count-on.ts'
import { KindRules, type Stand, standOfHistory } from './history-rows.ts'
import { forget, giveUp, isCurrent, type Keeping, readKeepings, readSaved, type Saved } from './keepings.ts'
import { TooManyRows } from './parts.ts'
import { Resting } from './resting.ts'

export type News = {
  /** Waits for news, or as long as nobody should go without looking. */
  next(): Promise<void>
  wake(): void
}

export type Counting = {
  /** What is counted on goes over this connection. */
  live: Connection
  connectionString: string
  store: Pick<EventStore, 'readAt'>
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
  news: News
  signal: AbortSignal
}

/** What one leader knows from round to round. */
type Known = {
  rules: Map<string, KindRules>
  /** What is being counted for the first time, one after the other. */
  anew: { funnel: string; fingerprint: string; stop: AbortController; ended: Promise<void> } | null
  resting: Resting
  wasForgotten: string
}

const shortestPauseMs = 15

/** Until the signal aborts, or the history that this build counts over is not live any more. @throws where the database does not answer */
export async function keepCounting(counting: Counting): Promise<void> {
  const { news, signal } = counting
  const known: Known = { rules: new Map(), anew: null, resting: new Resting(), wasForgotten: '' }
  try {
    while (!signal.aborted) {
      const startedAtMs = performance.now()
      const stand = await standNow(counting)
      if (!stand) return
      const isBehind = await round(counting, known, stand)
      // Two thirds of the time are left to others.
      await rest(Math.max(shortestPauseMs, 2 * (performance.now() - startedAtMs)), signal)
      if (!isBehind) await news.next()
    }
  } finally {
    known.anew?.stop.abort()
    await known.anew?.ended
  }
}

function standNow({ live: { query, isLost } }: Counting): Promise<Stand | null> {
  if (isLost) throw new Error('the connection that counts was lost')
  return standOfHistory(query)
}

/** @returns whether there is more to count at once */
async function round(counting: Counting, known: Known, stand: Stand): Promise<boolean> {
  const { query } = counting.live
  const saved = await readSaved(query)
  if (!saved) return false
  const keepings = new Map((await readKeepings(query)).map(keeping => [keeping.funnel, keeping]))
  const fit = saved.filter(({ definition }) => canBeCounted(definition, stand.position))
  await forgetGone(counting, known, { fit, keepings })
  const current = fit.filter(one => isCurrent(one, keepings.get(one.funnel), stand))
  // Their turn may come later, and what they had counted is wrong by now.
  const stale = [...keepings.values()].filter(
    ({ funnel, counted }) => counted !== null && !current.some(one => one.funnel === funnel),
  )
  await discard(counting.live, stale)
  const waiting = fit.filter(one => !current.includes(one) && !isGivenUp(one, keepings.get(one.funnel)))
  startNext(counting, known, { waiting, stand })
  const going = current.filter(({ funnel, fingerprint }) => !known.resting.has(funnel, fingerprint))
  const counted = going.flatMap(({ funnel, definition, fingerprint }): Counted[] => {
    const keeping = keepings.get(funnel)
    const rules = known.rules.get(fingerprint) ?? new KindRules(definition)
    known.rules.set(fingerprint, rules)
    return keeping ? [{ keeping, definition, rules }] : []
  })
  let isBehind = false
  for (const [, together] of Map.groupBy(counted, ({ keeping }) => keeping.position))
    if (await goOn(counting, known, { together, stand })) isBehind = true
  return isBehind
}

const isGivenUp = ({ fingerprint }: Saved, keeping: Keeping | undefined) =>
  keeping?.isGivenUp === true && keeping.fingerprint === fingerprint

type Together = { together: readonly Counted[]; stand: Stand }

const givenUp =
  'a saved funnel is not kept: one of its units holds more rows of the history than are counted at once'

/** @returns whether more is there than was counted */
async function goOn({ live, store, logger }: Counting, known: Known, { together, stand }: Together) {
  try {
    const { position, stale, failed } = await countOn({ connection: live, store }, together, stand)
    for (const { counted, error } of failed) {
      const { funnel, fingerprint } = counted.keeping
      if (error instanceof Miscounted) logger.error({ err: error, funnel }, 'a saved funnel is counted anew')
      else if (error instanceof TooManyRows) {
        await giveUp(live.query, counted.keeping)
        logger.error({ err: error, funnel }, givenUp)
      } else {
        known.resting.failed(funnel, fingerprint)
        logger.error({ err: error, funnel }, 'a saved funnel could not be counted on')
      }
    }
    for (const { keeping } of together)
      if (!failed.some(({ counted }) => counted.keeping === keeping))
        known.resting.succeeded(keeping.funnel, keeping.fingerprint)
    const wrong = failed.filter(({ error }) => error instanceof Miscounted)
    const discarded = [...stale, ...wrong.map(({ counted }) => counted)]
    await discard(
      live,
      discarded.map(({ keeping }) => keeping),
    )
    return position < stand.position || discarded.length > 0
  } catch (error) {
    if (error instanceof Fenced) return true
    throw error
  }
}

/** They are counted anew, and meanwhile nobody is shown what they had counted. */
async function discard({ query }: Connection, stale: readonly Keeping[]): Promise<void> {
  if (stale.length === 0) return
  await query({
    text: `
      update funnels.keeping k set counted = null, done = 0
      from unnest($1::uuid[], $2::bigint[]) as stale (funnel, counted)
      where k.funnel = stale.funnel and k.counted = stale.counted`,
    values: [stale.map(({ funnel }) => funnel), stale.map(({ counted }) => counted)],
  })
}

type Found = { fit: readonly Saved[]; keepings: ReadonlyMap<string, Keeping> }

async function forgetGone({ live }: Counting, known: Known, { fit, keepings }: Found): Promise<void> {
  const there = new Map(fit.map(({ funnel, fingerprint }) => [funnel, fingerprint]))
  const { anew } = known
  if (anew && there.get(anew.funnel) !== anew.fingerprint) anew.stop.abort()
  const gone = [...keepings.keys()].filter(funnel => !there.has(funnel))
  const counts = [...keepings.values()].flatMap(({ counted, counting }) => [counted, counting])
  const state = JSON.stringify([gone, counts])
  if (gone.length === 0 && state === known.wasForgotten) return
  await forget(live.query, gone)
  known.wasForgotten = state
}

/** Counts the next one of those that wait, beside what is counted on. */
function startNext(
  counting: Counting,
  known: Known,
  { waiting, stand }: { waiting: readonly Saved[]; stand: Stand },
): void {
  if (known.anew) return
  const saved = waiting.find(({ funnel, fingerprint }) => !known.resting.has(funnel, fingerprint))
  if (!saved) return
  const { connectionString, store, logger, news } = counting
  const stop = new AbortController()
  const signal = AbortSignal.any([counting.signal, stop.signal])
  const work = countAside(connectionString, { store, saved, stand, signal }).catch(err => {
    if (signal.aborted || err instanceof Fenced) return
    const { funnel, fingerprint } = saved
    if (err instanceof TooManyRows) return logger.error({ err, funnel }, givenUp)
    known.resting.failed(funnel, fingerprint)
    logger.error({ err, funnel }, 'a saved funnel could not be counted')
  })
  const ended = work.then(() => {
    known.anew = null
    news.wake()
  })
  known.anew = { funnel: saved.funnel, fingerprint: saved.fingerprint, stop, ended }
}

async function countAside(connectionString: string, what: Omit<CountingAnew, 'connection'>): Promise<void> {
  const connection = await connect(connectionString)
  try {
    await countAnew({ ...what, connection })
  } catch (error) {
    if (error instanceof TooManyRows) await giveUp(connection.query, what.saved)
    throw error
  } finally {
    await connection.close()
  }
}
