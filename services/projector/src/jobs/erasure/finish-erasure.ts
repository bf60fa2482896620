import { appendsEndWithinMs } from '@tba/event-store/port.ts'
import { idOf } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type RecordedEvent, systemContext } from '@tba/runtime/log/event-log.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import { lettersAbout, lettersToCustomer } from '@tba/runtime/storage/letters.ts'
import { accountPicturesFolder } from '@tba/runtime/storage/pictures.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { EventOf } from '../../engine/projection.ts'
import { projections } from '../../projections.ts'
import { unlessVerifying } from '../../verify/verifying.ts'
import type { PolicyDeps } from '../deps.ts'
import { createJobTables, recordCompletion } from '../job-tables.ts'
import { RetryLater } from '../policy.ts'
import { eraseSubmissions } from './erase-address.ts'
import { hasNewerEvents } from './newer-events.ts'
import { forgetSubmission } from './submissions.ts'

export type FinishDeps = Pick<PolicyDeps, 'log' | 'store' | 'pool' | 'keyring' | 'lateAppendsMs'> & {
  objects: Pick<PolicyDeps['objects'], 'removeAll'>
  secrets: Pick<PolicyDeps['secrets'], 'emailHash'>
  mailer: Pick<PolicyDeps['mailer'], 'forget'>
}

/**
 * Every step can be repeated. The key goes last, because the other steps need the sealed address. If another account has
 * claimed the address, that account stays. So do leads and questionnaires, unless a customer erases who proved the address.
 * @throws {RetryLater}
 */
export async function finishAccount(deps: FinishDeps, event: EventOf<'AccountErased'>): Promise<void> {
  const { log, store, pool, secrets, objects, lateAppendsMs = appendsEndWithinMs } = deps
  const accountId = idOf(event.stream)
  const { state: account, revision } = await load(log, 'account', accountId)
  // The account was erased again. The job of that event does everything.
  if (account.status !== 'erased' || revision !== event.revision) return

  await deps.keyring.willDestroy(accountId)
  const hash = account.email && emailHash(secrets.emailHash, account.email)
  const isByCustomer = event.metadata.actor === `customer:${accountId}`
  if (hash && account.isProved && isByCustomer) await eraseSubmissions({ log, store, pool }, hash, event)
  if (hash) await execute({ log, context: systemContext(event) }, hash, { type: 'ReleaseEmail', accountId })
  await deps.mailer.forget(await lettersToCustomer(log, { accountId, emailHash: hash }, event.position))
  await objects.removeAll(accountPicturesFolder(accountId))
  await forgetRequests(pool, accountId)
  await forgetTickets(pool, accountId)
  await assertProjectionsPassed(pool, event)
  // A request of another process may retry until then, and write after the check below.
  if (Date.now() - Date.parse(event.recordedAt) < lateAppendsMs)
    throw new RetryLater('appends from before the erasure may still be tried again')
  // A request that ran during the erasure still found the account. Its rows would stay for ever, so the account is erased
  // again, after them.
  if (await hasNewerEvents({ store, pool }, accountId, event.position)) {
    const again = { type: 'EraseAccountAgain', times: account.times } as const
    await execute({ log, context: systemContext(event) }, accountId, again)
    return
  }
  await destroyKey(deps, accountId)
}

async function forgetTickets(pool: FinishDeps['pool'], accountId: string): Promise<void> {
  if (await hasTable(pool, 'command.upload_tickets'))
    await pool.query(sql.unsafe`delete from command.upload_tickets where account_id = ${accountId}`)
}

/**
 * Runs the jobs of all erased accounts directly, without a queue: for sample data, before the product starts. Nobody else
 * writes to that log, which was just folded, so it is read again as a whole.
 * @throws {RetryLater} a projection has not passed one of them
 */
export async function finishErasures(deps: FinishDeps): Promise<void> {
  await createJobTables(deps.pool)
  for await (const event of deps.log.readAll({ types: ['AccountErased'] })) {
    if (event.type !== 'AccountErased') continue
    await finishAccount({ ...deps, lateAppendsMs: 0 }, event)
    await recordCompletion(deps.pool, event.id)
  }
}

/** Removes the rest of an erased lead, questionnaire or recipient: letters, request, address hash, and at last the key. */
export async function finishSubmission(
  deps: Pick<PolicyDeps, 'log' | 'pool' | 'keyring' | 'mailer'>,
  event: EventOf<'LeadErased'> | EventOf<'QuestionnaireErased'> | EventOf<'ReportLetterErased'>,
): Promise<void> {
  const { log, pool, mailer, keyring } = deps
  const { stream } = event
  await keyring.willDestroy(idOf(stream))
  await mailer.forget(await lettersAbout(log, stream))
  await forgetRequests(pool, idOf(stream))
  await assertProjectionsPassed(pool, event)
  await forgetSubmission(pool, stream)
  await destroyKey(deps, idOf(stream))
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Removes the stored idempotency keys of a customer's requests. Also that of the request that created an account, lead or
 * questionnaire (`seed`): its caller was not signed in.
 */
async function forgetRequests(pool: FinishDeps['pool'], id: string): Promise<void> {
  if (!(await hasTable(pool, 'command.idempotency'))) return
  await pool.query(sql.unsafe`delete from command.idempotency where caller = ${id}`)
  // Streams that another program wrote can have other names.
  if (isUuid.test(id)) await pool.query(sql.unsafe`delete from command.idempotency where seed = ${id}::uuid`)
}

/**
 * A key may be destroyed only after every projection has passed the erasure. One that folds the earlier events without the
 * key would get other rows. One that parked the erasure still has the person's rows. Only this build's projections count.
 * @throws {RetryLater}
 */
export async function assertProjectionsPassed(
  pool: DatabasePool,
  { stream, position }: Pick<RecordedEvent, 'stream' | 'position'>,
): Promise<void> {
  const names = projections.map(({ name }) => name)
  const passed = await pool.oneFirst(sql.type(z.object({ passed: z.boolean() }))`
    select count(*) = ${names.length} as passed from projector.checkpoints
    where projection = any(${sql.array(names, 'text')}) and position >= ${position}
    and projection not in (select projection from projector.parked
      where person = ${idOf(stream)} and position <= ${position})`)
  if (!passed) throw new RetryLater(`the projections have not passed ${position}`)
}

/**
 * A verification compares older tables with the log, so it needs the keys of that time.
 * @throws {RetryLater} while one runs
 */
async function destroyKey(
  { pool, keyring }: { pool: DatabasePool; keyring: Pick<Keyring, 'destroy'> },
  person: string,
): Promise<void> {
  const isDone = await unlessVerifying(pool, () => keyring.destroy(person))
  if (!isDone) throw new RetryLater('a verification is running')
}
