import type { EventStore, Position } from '@tba/event-store/port.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { sql } from 'slonik'
import type { EventOf } from '../../engine/projection.ts'
import { hasTable } from '../has-table.ts'
import type { PromiseDeps } from '../promises.ts'
import { addressOf, customerOf } from '../who.ts'
import { because } from './because.ts'
import { forgetRequests } from './forget-requests.ts'
import { haveAllPassed } from './projections.ts'

export type FinishDeps = Pick<PromiseDeps, 'log' | 'store' | 'pool' | 'keyring' | 'pictures'> & {
  secrets: Pick<PromiseDeps['secrets'], 'emailHash'>
  mailer: Pick<PromiseDeps['mailer'], 'forget'>
}

/**
 * Everything that an erased account leaves behind, in an order in which each step can be repeated: the key goes last,
 * since the address by which the rest is found is sealed with it.
 */
export async function finishAccount(deps: FinishDeps, event: EventOf<'AccountErased'>): Promise<void> {
  const { log, store, pool, keyring, secrets, pictures } = deps
  const accountId = idOf(event.stream)
  const customer = await customerOf(log, event.stream)
  // Erased again since: that event's own job does it all.
  if (customer && customer.erasedBy !== event.id) return

  if (customer?.email) await leaveAddress(deps, emailHash(secrets.emailHash, customer.email), event)
  await pictures.removeAllOf(accountId)
  await forgetRequests(pool, accountId)
  await forgetTickets(pool, accountId)
  await haveAllPassed(pool, event.position)
  if (await hasSlippedIn(store, accountId, event.position)) {
    const expected = customer?.revision ?? 'stream_exists'
    await log.append(event.stream, [{ type: 'AccountErased', data: {} }], {
      expected,
      context: because(event),
    })
    return
  }
  await keyring.destroy(accountId)
}

/**
 * Whoever holds the address now is none of our business: it may have been claimed anew. Nor are the leads and
 * questionnaires under it: that the address was this customer's own, nobody has shown.
 */
async function leaveAddress({ log, mailer }: FinishDeps, hash: string, event: RecordedEvent): Promise<void> {
  const stream = streams.email(hash)
  const accountId = idOf(event.stream)
  const now = await addressOf(log, stream)
  if (now.heldBy === accountId) {
    const released = { type: 'EmailReleased', data: { accountId } } as const
    await log.append(stream, [released], { expected: now.revision, context: because(event) })
  }
  const { resetEventIds } = await addressOf(log, stream, event.position)
  await mailer.forget(resetEventIds)
}

/** What was allowed to be uploaded. */
async function forgetTickets(pool: FinishDeps['pool'], accountId: string): Promise<void> {
  if (await hasTable(pool, 'command.upload_tickets'))
    await pool.query(sql.unsafe`delete from command.upload_tickets where account_id = ${accountId}`)
}

const ownTypes = [
  'SessionOpened',
  'PlanActivated',
  'PlanChanged',
  'SetupStepCompleted',
  'SetupStepReopened',
  'SetupNoted',
  'LicenceIssued',
  'SetupCompleted',
  'CredentialsSaved',
  'BotActivated',
]

/**
 * Whether the account's other streams went on after it was erased: a request that was under way found it still there.
 * Its rows would stay for ever, so the account is erased once more, behind them.
 */
async function hasSlippedIn(store: EventStore, accountId: string, after: Position): Promise<boolean> {
  for await (const { type, stream, data } of store.readAll({ types: ownTypes, after })) {
    if (stream === streams.setup(accountId)) return true
    if (type === 'SessionOpened' && data.accountId === accountId) return true
  }
  return false
}
