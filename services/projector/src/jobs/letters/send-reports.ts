import { letterCounts } from '@tba/events/reports/letter-counts.ts'
import { letterEvery } from '@tba/events/reports/letter-times.ts'
import { dueLetter, type ReportLetterState } from '@tba/events/reports/report-letter.decider.ts'
import { idOf } from '@tba/events/streams.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { workThrough } from '@tba/runtime/jobs/work-through.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { linkToken } from '@tba/runtime/tickets.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { EventOf } from '../../engine/projection.ts'
import { sendOnce } from '../../mail/mailer.ts'
import { confirmLetter, reportLetter } from '../../mail/report.letters.ts'
import type { PolicyDeps } from '../deps.ts'
import { RetryLater } from '../policy.ts'

type Deps = Pick<PolicyDeps, 'log' | 'mailer' | 'pool' | 'publicUrl' | 'secrets' | 'brand'>

const recipientRow = sql.type(
  z.object({
    id: z.uuid(),
    every: z.enum(letterEvery),
    hour: z.int(),
    isTrial: z.boolean(),
    since: z.iso.datetime(),
    due: z.iso.datetime().nullable(),
  }),
)

/** In SQL, as the log writes it. */
const iso = (column: string) => {
  const at = sql.identifier([column])
  return sql.fragment`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${at}`
}

/**
 * Records which letters are due: each is the job of that event.
 * @throws the first that could not be recorded; the others are
 */
export async function findDueLetters(
  { pool, log }: { pool: DatabasePool; log: EventLog },
  at = new Date(),
): Promise<void> {
  if (!(await hasTable(pool, 'read.report_letters'))) return
  const active = await pool.any(recipientRow`
    select id, every, hour, "isTrial", ${iso('since')}, ${iso('due')} from read.report_letters
    where state = 'active'`)
  const due = active.filter(recipient => dueLetter(recipient, at) !== null)
  await workThrough(due, ({ id }) =>
    execute({ log, context: systemContext() }, id, { type: 'FindReportLetterDue', at }),
  )
}

/**
 * Sends it once the period is counted. Nothing if it was answered, is over, or a later one is due, or the report was deleted.
 * @throws {RetryLater} not counted yet
 */
export async function sendReport(deps: Deps, event: EventOf<'ReportLetterDue'>): Promise<void> {
  const { log, mailer, pool, publicUrl } = deps
  const id = idOf(event.stream)
  const { from } = event.data
  const { state: letter } = await load(log, 'reportLetter', id)
  if (typeof letter === 'string' || letter.state !== 'active') return
  if (letter.due !== from || letter.answered === from) return
  const executing = { log, context: systemContext(event) }
  const to = await addressOf(log, letter)
  if (!to) {
    await execute(executing, id, { type: 'EndReportLetter', why: 'account' })
    return
  }
  const { report, every } = letter
  if (typeof (await load(log, 'saved', report)).state === 'string') return
  const counted = await pool.maybeOne(countedRow`
    select counts from console.letter_counts
    where report = ${report} and every = ${every} and since = ${from}::timestamptz
    and counted_at >= ${event.recordedAt}::timestamptz - interval '5 minutes'`)
  if (!counted) throw new RetryLater('the period of a letter is not counted yet')
  const refusal = await sendOnce(
    mailer,
    event.id,
    reportLetter({
      to,
      counts: counted.counts,
      schedule: letter,
      isTrial: letter.isTrial,
      link: letter.account && `${publicUrl}/admin/reports/${report}`,
      unsubscribe: `${publicUrl}/api/letters/unsubscribe?token=${tokenOf(deps, 'letters-end', { id, letter })}`,
    }),
  )
  await execute(executing, id, { type: 'AnswerReportLetter', from, refusal })
  await forgetErased(deps, event)
}

const countedRow = sql.type(z.object({ counts: letterCounts }))

/** Asks another address whether it wants the letters. */
export async function askToConfirm(deps: Deps, event: EventOf<'ReportLetterOrdered'>): Promise<void> {
  const { log, mailer, publicUrl, brand } = deps
  const id = idOf(event.stream)
  const { state: letter } = await load(log, 'reportLetter', id)
  if (typeof letter === 'string' || letter.state !== 'waiting' || !letter.email) return
  const { state: saved } = await load(log, 'saved', letter.report)
  if (typeof saved === 'string') return
  // In the fragment, so that no server log or referrer contains the token.
  const link = `${publicUrl}/letters#confirm=${tokenOf(deps, 'letters-confirm', { id, letter })}`
  await mailer.send(
    event.id,
    confirmLetter({ to: letter.email, title: saved.name, schedule: letter, link, brand }),
  )
  await forgetErased(deps, event)
}

type Letter = Exclude<ReportLetterState, string>

const tokenOf = (
  { secrets }: Pick<Deps, 'secrets'>,
  purpose: 'letters-end' | 'letters-confirm',
  { id, letter }: { id: string; letter: Letter },
) => linkToken(secrets.tickets, purpose, { holder: id, id: letter.letters })

/** Null: the account has ended. */
async function addressOf(log: EventLog, { account, email }: Letter): Promise<string | null> {
  if (account === null) return email
  const { state } = await load(log, 'administrators', undefined)
  const known = state[account]
  return known && known.state !== 'ended' ? known.email : null
}

/** Erased meanwhile: the erasure job may have looked for the letter too early. */
async function forgetErased({ log, mailer }: Deps, { id, stream }: { id: string; stream: string }) {
  if ((await load(log, 'reportLetter', idOf(stream))).state === 'erased') await mailer.forget([id])
}
