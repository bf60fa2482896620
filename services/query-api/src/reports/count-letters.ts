import type { Position } from '@tba/event-store/port.ts'
import { saveReport } from '@tba/events/reports/definition.ts'
import type { LetterCounts, LetterPart } from '@tba/events/reports/letter-counts.ts'
import { letterEvery, letterPeriods } from '@tba/events/reports/letter-times.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { workThrough } from '@tba/runtime/jobs/work-through.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { isoUtc } from '../reads/column.ts'
import { withinMs } from './count-report.ts'
import { letterPart } from './letter-part.ts'

type Needs = Pick<Deps, 'pool' | 'copy' | 'log'> & {
  freshness: Pick<Deps['freshness'], 'reach'>
  /** The end of the log: when a letter is due, the whole period is before it. */
  head(): Promise<Position | null>
}
/** What «Da richiesta a cliente» reads. */
const tables = ['requests', 'person-parts']

const claimedRow = sql.type(z.object({ report: z.uuid(), every: z.enum(letterEvery), since: z.string() }))

/**
 * Counts what due letters say, each report and period once: the projector sends it to all of its recipients. An instance claims
 * them first, so that no other counts the same; it counts nothing until the copy and the tables have the whole period.
 * @throws the first one that could not be counted, which is tried again after two minutes; the others are
 */
export async function countLetters(needs: Needs, now = new Date()): Promise<void> {
  const { pool } = needs
  if (!(await hasTable(pool, 'read.report_letters')) || !(await hasTable(pool, 'console.letter_counts')))
    return
  const at = sql.fragment`${now.toISOString()}::timestamptz`
  const claimed = await pool.any(claimedRow`
    with due as (
      select report, every, due as since, max("dueAt") as due_at from read.report_letters
      where state = 'active' and due is not null and due is distinct from answered group by 1, 2, 3)
    insert into console.letter_counts as c (report, every, since, claimed_at)
    select due.report, due.every, due.since, ${at} from due left join console.letter_counts known
      on (known.report, known.every, known.since) = (due.report, due.every, due.since)
    where known.counted_at is null or known.counted_at < due.due_at - interval '5 minutes'
    on conflict (report, every, since) do update set claimed_at = excluded.claimed_at
    where c.claimed_at <= excluded.claimed_at - interval '2 minutes'
    returning report, every, ${isoUtc('since')}`)
  await pool.query(sql.unsafe`
    delete from console.letter_counts where claimed_at < ${at} - interval '3 days'`)
  await workThrough(claimed, async ({ report, every, since }) => {
    const counts = await countReport(needs, report, { ...letterPeriods(every, since), now })
    if (!counts) return
    await pool.query(sql.unsafe`
      update console.letter_counts
      set counts = ${JSON.stringify(counts)}::jsonb, counted_at = ${at}
      where report = ${report} and every = ${every} and since = ${since}::timestamptz`)
  })
}

type Times = ReturnType<typeof letterPeriods> & { now: Date }

/** Null: it was deleted. @throws {HttpFailure} 503 */
async function countReport(
  { log, pool, copy, head, freshness }: Needs,
  id: string,
  { period, before, now }: Times,
): Promise<LetterCounts | null> {
  const { state } = await load(log, 'saved', id)
  if (typeof state === 'string' || state.kind !== 'report') return null
  const { title, parts } = saveReport.parse(state.definition)
  const required = (await head()) ?? undefined
  if (required && !(await freshness.reach(tables, required)))
    throw new Error('the tables do not have the whole period of a letter')
  const options = { withinMs, isBackground: true, ...(required && { required }) }
  const counted: LetterPart[] = []
  let position: string | null = null
  for (const part of parts) {
    const asked = { period, before, nowMs: now.getTime(), options }
    const { position: to, ...one } = await letterPart({ pool, copy }, part, asked)
    position ??= to
    counted.push(one)
  }
  return { title, period, before, parts: counted, countedAt: now.toISOString(), position }
}
