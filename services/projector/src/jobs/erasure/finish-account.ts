import { appendsEndWithinMs, type Position } from '@tba/event-store/port.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type EventLog, type RecordedEvent, systemContext } from '@tba/runtime/log/event-log.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { accountPicturesFolder } from '@tba/runtime/storage/pictures.ts'
import { sql } from 'slonik'
import type { EventOf } from '../../engine/projection.ts'
import type { PolicyDeps } from '../deps.ts'
import { NotYet } from '../policy.ts'
import { forgetRequests } from './forget-requests.ts'
import { hasNewerEvents } from './newer-events.ts'
import { destroyKey, haveAllPassed } from './projections.ts'

export type FinishDeps = Pick<PolicyDeps, 'log' | 'store' | 'pool' | 'keyring' | 'lateAppendsMs'> & {
  objects: Pick<PolicyDeps['objects'], 'removeAll'>
  secrets: Pick<PolicyDeps['secrets'], 'emailHash'>
  mailer: Pick<PolicyDeps['mailer'], 'forget'>
}

/** Every step can be repeated. The key goes last, because the other steps need the sealed address. @throws {NotYet} */
export async function finishAccount(deps: FinishDeps, event: EventOf<'AccountErased'>): Promise<void> {
  const { log, store, pool, secrets, objects, lateAppendsMs = appendsEndWithinMs } = deps
  const accountId = idOf(event.stream)
  const { state: account, revision } = await load(log, 'account', accountId)
  // The account was erased again. The job of that event does everything.
  if (account.status !== 'erased' || revision !== event.revision) return

  await deps.keyring.willDestroy(accountId)
  if (account.email) await leaveAddress(deps, emailHash(secrets.emailHash, account.email), event)
  await objects.removeAll(accountPicturesFolder(accountId))
  await forgetRequests(pool, accountId)
  await forgetTickets(pool, accountId)
  await haveAllPassed(pool, event)
  // A request of another process may retry until then, and write after the check below.
  if (Date.now() - Date.parse(event.recordedAt) < lateAppendsMs)
    throw new NotYet('appends from before the erasure may still be tried again')
  // A request that ran during the erasure still found the account. Its rows would stay for ever, so the account is erased
  // again, after them.
  if (await hasNewerEvents({ store, pool }, accountId, event.position)) {
    const again = { type: 'EraseAccountAgain', times: account.times } as const
    await execute({ log, context: systemContext(event) }, accountId, again)
    return
  }
  await destroyKey(deps, accountId)
}

/**
 * Releases the address and removes its letters. If another account has claimed the address, that account stays. So do leads
 * and questionnaires with the address: nobody proved that they belong to this customer.
 */
async function leaveAddress({ log, mailer }: FinishDeps, hash: string, event: RecordedEvent): Promise<void> {
  const release = { type: 'ReleaseEmail', accountId: idOf(event.stream) } as const
  await execute({ log, context: systemContext(event) }, hash, release)
  await mailer.forget(await resetsAskedFor(log, hash, event.position))
}

/** The ids of the events whose letters went to this address. */
async function resetsAskedFor(log: EventLog, hash: string, before: Position): Promise<string[]> {
  const asked = []
  for await (const { id, type, position } of log.readTolerantly(streams.email(hash))) {
    if (type === 'PasswordResetRequested' && position < before) asked.push(id)
  }
  return asked
}

/** The upload tickets of the account. */
async function forgetTickets(pool: FinishDeps['pool'], accountId: string): Promise<void> {
  if (await hasTable(pool, 'command.upload_tickets'))
    await pool.query(sql.unsafe`delete from command.upload_tickets where account_id = ${accountId}`)
}
