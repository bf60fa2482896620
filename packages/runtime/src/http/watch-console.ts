import { type ConsoleFailure, consoleFailure } from '@tba/events/admins/events.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { execute } from '../commands/execute.ts'
import { type EventLog, systemContext } from '../log/event-log.ts'
import type { Meters } from '../meters.ts'
import { parseUserAgent } from '../visits/user-agent.ts'
import { consoleAccount } from './admin-session.ts'
import { HttpFailure } from './failure.ts'

type Stored = { pool: DatabasePool; log: EventLog }

declare module 'fastify' {
  interface FastifyInstance {
    /** Where the console's failures and uses of sessions are kept. Services in one process may both say it. */
    storeConsole(stored: Stored): void
    /** Counts a failure, and records it after the answer. @param adminId null: no console account */
    consoleFailed(failure: ConsoleFailure, adminId: string | null): void
    /** A session was opened or used. */
    consoleUsed(sid: string, userAgent: string | undefined): void
    /** @throws {HttpFailure} 403 while the password is the one that a start printed */
    assertPasswordChosen(adminId: string): Promise<void>
  }
}

const hour = z.number().transform(ms => new Date(ms).toISOString())
const countRow = sql.type(z.object({ count: z.int(), hour }))

/** Failures and uses of console sessions. No address is kept. Nobody waits for it: its time would tell that an account exists. */
export function watchConsole(app: FastifyInstance, meters: Meters): void {
  const count = meters.counter({
    name: 'sign_in_failures_total',
    help: 'Failed sign-ins, wrong codes and refused calls at the console',
    labels: ['what'],
  })
  const pending = new Map<`${ConsoleFailure} ${string}`, number>()
  /** Sessions whose use was written in the last minute. */
  const written = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  let stored: Stored | null = null
  let flushing: Promise<void> | null = null

  /** One after the other: a flood becomes one statement for many failures. */
  async function flush({ pool, log }: Stored): Promise<void> {
    for (const [key, added] of pending) {
      const [failure, adminId] = key.split(' ') as [ConsoleFailure, string]
      const { count, hour } = await pool.one(countRow`
        insert into command.console_failures as held (admin_id, hour, failure, count)
        values (${adminId}, date_trunc('hour', now()), ${failure}, ${added})
        on conflict (admin_id, hour, failure) do update set count = held.count + excluded.count
        returning count, hour`)
      const rest = (pending.get(key) ?? 0) - added
      if (rest > 0) pending.set(key, rest)
      else pending.delete(key)
      const command = { type: 'RecordFailures', failure, hour, further: null } as const
      if (count === added) await execute({ log, context: systemContext() }, adminId, command)
    }
    if (pending.size > 0) await flush({ pool, log })
  }
  const warn = (err: unknown) => app.log.warn({ err }, 'failures at the console could not be recorded')

  app.decorate('storeConsole', to => {
    stored = to
  })
  app.decorate('consoleFailed', (failure, adminId) => {
    count({ what: failure })
    if (!stored || adminId === null) return
    const key = `${failure} ${adminId}` as const
    pending.set(key, (pending.get(key) ?? 0) + 1)
    flushing ??= flush(stored)
      .catch(warn)
      .finally(() => {
        flushing = null
      })
  })
  app.decorate('consoleUsed', (sid, userAgent) => {
    if (!stored || written.has(sid)) return
    written.set(sid, true)
    const { browser, system } = parseUserAgent(userAgent ?? null)
    const named = [browser, system].filter(Boolean).join(' su ') || userAgent?.slice(0, 60)
    stored.pool
      .query(sql.unsafe`
        insert into command.console_sessions (sid, browser, last_used_at) values (${sid}, ${named || null}, now())
        on conflict (sid) do update set browser = excluded.browser, last_used_at = excluded.last_used_at`)
      .catch(err => app.log.warn({ err }, 'the use of a console session could not be written'))
  })
  app.decorate('assertPasswordChosen', async adminId => {
    const account = stored && (await consoleAccount(stored.log, adminId))
    if (!account?.issuedUntil) return
    throw new HttpFailure(403, 'Prima scegli una password tua', { mustChangePassword: true })
  })
  // Each call of every customer passes here too, so it makes no promise.
  app.addHook('onResponse', ({ adminToken, headers }, { statusCode }, done) => {
    if (adminToken) {
      const { sub, sid, mustChange } = adminToken.claims
      if (statusCode === 403 && !mustChange) app.consoleFailed('AdminCallRefused', sub)
      app.consoleUsed(sid, headers['user-agent'])
    }
    done()
  })
  app.addHook('onClose', async () => flushing ?? undefined)
}

const heldRow = sql.type(z.object({ adminId: z.uuid(), hour, failure: consoleFailure, count: z.int() }))

/** Records how many failures of an hour came after its first. May run anywhere, and twice. */
export async function sumUpConsoleFailures({ pool, log }: Stored): Promise<void> {
  const held = await pool.any(heldRow`
    select admin_id as "adminId", hour, failure, count
    from command.console_failures where hour < date_trunc('hour', now()) order by hour limit 1000`)
  for (const { adminId, hour, failure, count } of held) {
    const record = (further: number | null) =>
      execute({ log, context: systemContext() }, adminId, { type: 'RecordFailures', failure, hour, further })
    // Missing only if a process died.
    await record(null)
    if (count > 1) await record(count - 1)
    await pool.query(sql.unsafe`
      delete from command.console_failures where admin_id = ${adminId} and hour = ${hour} and failure = ${failure}`)
  }
}
