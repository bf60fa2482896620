import type { AccountState } from '@tba/events/accounts/account.decider.ts'
import type { SessionState } from '@tba/events/accounts/session.decider.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { unauthorized } from '@tba/runtime/http/failure.ts'
import { charge, kibOf } from '@tba/runtime/http/limits/limit.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import { type CustomerClaims, customerOf } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'

/** In calls or KiB: far more than a person needs. The events of a program would stay in the log for ever. */
const perCustomer = { capacity: 300, refillPerSecond: 2 }

/** The same for all customers of an address, since anybody may register a thousand. */
const perAddress = { capacity: 2_000, refillPerSecond: 20 }

/** More than one customer may do, so that only ended sessions reach it. Each check reads the log. */
const perSession = { capacity: 600, refillPerSecond: 4 }

/**
 * The hook of every customer command: 401 without an open session, 429 above the limit of one customer in all sessions, or of
 * an address. Calls with an ended session take nothing from the customer's limit.
 */
export function requireOpenSession(app: App, log: EventLog) {
  const ofCustomers = app.bucket('customers', perCustomer)
  const ofSessions = app.bucket('sessions', perSession)
  const ofAddresses = app.bucket('customers of an address', perAddress)
  const isOpenSession = isSessionOpen(log)
  const docs = { signedIn: 'customer', refusals: [401, 429] } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => {
    const customer = customerOf(request)
    const tokens = kibOf(request)
    charge(ofSessions, request, { tokens: 1, key: customer.sid })
    charge(ofAddresses, request, tokens)
    request.checkAfterBody = async () => {
      if (!(await isOpenSession(customer))) throw unauthorized()
      charge(ofCustomers, request, { tokens, key: customer.sub })
    }
  })
}

/** Reads the log, so that a session is over at once, also if another process ended it. */
export function isSessionOpen(log: EventLog) {
  return async ({ sid, sub }: CustomerClaims): Promise<boolean> => {
    const [session, account] = await Promise.all([load(log, 'session', sid), load(log, 'account', sub)])
    return session.state.accountId === sub && isOpen(session.state, account.state, sid)
  }
}

/** Compares log positions: a clock that steps back would let a session outlive its revocation. */
export function isOpen(session: SessionState, account: AccountState, sid: string): boolean {
  if (session.status !== 'open' || account.status !== 'registered') return false
  const { revoked } = account
  if (!revoked || session.position > revoked.position) return true
  return revoked.except === sid && session.position > revoked.since
}
