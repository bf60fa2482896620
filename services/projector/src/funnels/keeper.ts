import type { EventStore } from '@tba/event-store/port.ts'
import { listen } from '@tba/runtime/postgres/listen.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { backoffMs, rest } from '../engine/backoff.ts'
import { connect } from '../engine/connection.ts'
import { stand } from '../engine/leader.ts'
import { history } from '../history/history.projection.ts'
import { funnels } from './funnels.projection.ts'
import { keepCounting, type News } from './keep-counting.ts'

export type KeeperDeps = {
  pool: DatabasePool
  store: Pick<EventStore, 'readAt'>
  /** For dedicated connections: one holds the lock, others count. */
  connectionString: string
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
  /** After this pause another instance is asked again for the lead. */
  standbyRetryMs?: number
}

export type Keeper = {
  /** Leaves what is being counted as it is, and makes room for another leader. */
  stop(): Promise<void>
}

const lock = 'saved funnels'

/**
 * Counts saved funnels as the log grows, so that they are read at once however long it is. One instance does; what goes
 * wrong is logged and tried again, for ever. It is no projection: a funnel that is saved today counts the past too.
 */
export function keepFunnels(deps: KeeperDeps): Keeper {
  const stopping = new AbortController()
  const { signal } = stopping

  async function restartUntilStopped(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAtMs = performance.now()
      await standByAndCount(deps, signal).catch(async err => {
        if (signal.aborted) return
        if (performance.now() - startedAtMs > 60_000) failures = 0
        deps.logger.error({ err }, 'counting the saved funnels failed')
        await rest(backoffMs(failures), signal)
      })
    }
  }

  const running = restartUntilStopped()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** @throws where a connection breaks */
async function standByAndCount(deps: KeeperDeps, signal: AbortSignal): Promise<void> {
  const { connectionString, pool, logger, standbyRetryMs = 1_000 } = deps
  await migrate(pool, 'funnels', new URL('./keeping.sql', import.meta.url))
  // Where none is saved, nothing is held open for them; of another build's history this one knows nothing.
  while (!signal.aborted && !(await isWanted(pool))) await rest(standbyRetryMs, signal)
  if (signal.aborted) return
  const candidate = await stand({ connectionString, applicationName: 'projector leader funnels' })
  const within = AbortSignal.any([signal, candidate.lost])
  try {
    while (!within.aborted && (await candidate.claim([lock])).length === 0) await rest(standbyRetryMs, within)
    if (within.aborted) return
    logger.info({}, 'counting saved funnels')
    await leadCounting(deps, within)
    if (candidate.lost.aborted && !signal.aborted)
      throw new Error('the connection that holds the lock was lost')
  } finally {
    await candidate.resign()
  }
}

/** Whether any funnel is saved, or was, and the history that this build counts over is live. */
async function isWanted(pool: DatabasePool): Promise<boolean> {
  const there = z.object({ isThere: z.boolean() })
  const { isThere } = await pool.one(
    sql.type(there)`select to_regclass('read.funnels') is not null as "isThere"`,
  )
  if (!isThere) return false
  const { isThere: isSaved } = await pool.one(sql.type(there)`
    select exists (
        select from projector.checkpoints
        where projection = ${history.name} and version = ${history.version} and position <> ''
      ) and (exists (select from read.funnels) or exists (select from funnels.keeping)) as "isThere"`)
  return isSaved
}

/** Until the signal aborts, or another build's history is live. */
async function leadCounting(deps: KeeperDeps, signal: AbortSignal): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const live = await connect(deps.connectionString)
  opened.defer(() => live.close())
  const news = newsOf(deps.connectionString, signal)
  opened.defer(() => news.close())
  await keepCounting({ ...deps, live, news, signal })
}

/** What is announced may get lost: somebody looks all the same. */
const quietMs = 1_000

const awaited = [history, funnels].map(({ name }) => JSON.stringify(name))

function newsOf(connectionString: string, signal: AbortSignal): News & { close(): Promise<void> } {
  let { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => resolve()
  const listener = listen({
    ...{ connectionString, channel: 'projected', applicationName: 'projector funnels' },
    onHeard: payload => {
      if (awaited.some(projection => payload.includes(projection))) wake()
    },
    onListening: wake,
    onLost: () => {},
  })
  return {
    wake,
    async next() {
      const patience = new AbortController()
      await Promise.race([promise, rest(quietMs, AbortSignal.any([signal, patience.signal]))])
      patience.abort()
      ;({ promise, resolve } = Promise.withResolvers<void>())
    },
    close: () => listener.close(),
  }
}
