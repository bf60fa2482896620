import type { Permission } from '@tba/events/admins/roles.ts'
import { adminOf, isAdminSessionOpen, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import { requireAdminOrTicket } from './admins/exporter.ts'
import type { Deps } from './deps.ts'
import { fresh, freshOfAll } from './freshness/fresh.ts'
import { foundIn, type Reads } from './reads/open-session.ts'
import type { CallerOf } from './replica/primary.ts'

type Needs = Pick<Deps, 'pool' | 'freshness' | 'replica' | 'log'>

/**
 * Who may call a route. Each guard takes the names of the projections that the route reads, and waits until they contain
 * the caller's own writes; for administrators also what others wrote a moment ago.
 */
export function guardsOf<Projection extends string>({ pool, freshness, replica, log }: Needs) {
  const waitingBy =
    (wait: typeof fresh) =>
    (guard: Reads['onRequest'][number], ...names: (Projection | 'sessions' | 'admin-sessions')[]): Reads => ({
      pool,
      ...foundIn(pool),
      onRequest: [guard, wait(freshness, names)],
    })
  const [ofOwn, ofAll] = [waitingBy(fresh), waitingBy(freshOfAll)]
  /** Reads from a replica, if there is one. The session is always checked on the primary. */
  const spread = (ofPrimary: Reads, callerOf: CallerOf, names: readonly string[]): Reads => {
    if (!replica) return ofPrimary
    const spreading = replica.reading(names)
    const onRequest = [...ofPrimary.onRequest, replica.signedIn(callerOf)]
    return { pool: spreading, ...foundIn(spreading), onRequest }
  }
  const customerOnPrimary = (...names: Projection[]) => ofOwn(requireCustomer(), 'sessions', ...names)
  const adminOnPrimary = (...names: Projection[]) => ofAll(requireAdmin('read'), 'admin-sessions', ...names)
  return {
    customer: (...names: Projection[]) =>
      spread(customerOnPrimary(...names), customerOf, ['sessions', ...names]),
    customerOnPrimary,
    admin: (...names: Projection[]) =>
      spread(adminOnPrimary(...names), adminOf, ['admin-sessions', ...names]),
    adminOnPrimary,
    /** Waits only for a session that was just opened. */
    adminAtOnce: () => ofOwn(requireAdmin('read'), 'admin-sessions'),
    settings: (...names: Projection[]) => ofAll(requireAdmin('settings'), 'admin-sessions', ...names),
    /** Checks the session in the log: the read tables may not show its end yet. */
    permitted: (permission: Permission, ...names: Projection[]) =>
      ofAll(requireAdmin(permission, { isOpen: isAdminSessionOpen(log) }), 'admin-sessions', ...names),
    /** Nobody signs in: the route knows who may read. */
    anybody: (...names: Projection[]) => ofOwn(async () => {}, ...names),
    /** By token, or by the ticket of a link. */
    exporter: (...names: Projection[]) => ofAll(requireAdminOrTicket(), 'admin-sessions', ...names),
  }
}
