import { unauthorized } from '@tba/runtime/http/failure.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import type { FastifyRequest } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type Checkpoints, checkpoints } from '../freshness/checkpoints.ts'

const row = z.object({ open: z.array(z.uuid()), held: z.record(z.string(), storedPosition).nullable() })

export type CallerOf = (request: FastifyRequest) => { sid: string }

export type Primary = {
  /** The position of each projection when the primary was last asked. */
  held: Checkpoints
  /** A hook that answers 401 if the session is not open on the primary. */
  signedIn(callerOf: CallerOf): (request: FastifyRequest) => Promise<void>
}

/**
 * Asks the primary before a replica is read: whose session is open, and which position the replica must have reached.
 * One statement at a time serves all callers that arrived meanwhile, because it runs before the fair queue.
 */
export function primary(pool: DatabasePool): Primary {
  const held = checkpoints()
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { sids: Set<string>; open: Promise<ReadonlySet<string>> } | null = null

  async function ask(before: Promise<unknown>, sids: Set<string>): Promise<ReadonlySet<string>> {
    await before
    next = null
    const sidArray = sql.array([...sids], 'uuid')
    const answer = await pool.one(sql.prepared('signed-in', row)`
      select array(
          select sid from read.sessions where sid = any(${sidArray}) and expire > now()
          union all
          select sid from read.admin_sessions where sid = any(${sidArray}) and expire > now()) as open,
        (select jsonb_object_agg(projection, position) from projector.checkpoints) as held`)
    held.replace(Object.entries(answer.held ?? {}))
    return new Set(answer.open)
  }

  function isOpen(sid: string): Promise<boolean> {
    if (!next) {
      const sids = new Set<string>()
      const open = ask(underWay, sids)
      underWay = open.catch(() => {})
      next = { sids, open }
    }
    next.sids.add(sid)
    return next.open.then(open => open.has(sid))
  }

  return {
    held,
    signedIn: callerOf => async request => {
      if (!(await isOpen(callerOf(request).sid))) throw unauthorized()
    },
  }
}
