import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { newPassword } from '@tba/events/accounts/commands.ts'
import { startOfDay } from '@tba/events/rome-day.ts'
import { z } from 'zod'
import { parseOptions } from '../local/command.ts'
import { monthBefore, type Span } from './random.ts'

/** Enough for all named customers, and others. */
const minVisits = 50

export const usage = `npm run demo -- [--visits 2000] [--from 2026-03-01] [--to 2026-11-01] [--seed listino] [--password …]

Fills an empty log with a made-up month: visits, leads, questionnaires and customers at every stage of the setup.
Nothing is sent to anybody. It takes the variables of npm start, DATA_DIR above all.

  --visits    how many in that time, at least ${minVisits}; each comes to about ten events
  --from      the first day, in Rome; if it is left out, thirty days before the end. Visits older than
              VISITS_KEPT_DAYS (90; 0: for ever) expire after the next npm start
  --to        the day after the last one; if it is left out, or not over yet, the end is now
  --seed      any text: the same seed gives the same month
  --password  of the customers; if it is left out, one is made and shown`

const options = {
  help: { type: 'boolean', short: 'h' },
  from: { type: 'string' },
  to: { type: 'string' },
  visits: { type: 'string', default: '2000' },
  seed: { type: 'string', default: 'listino' },
  password: { type: 'string' },
} as const

/** @returns null for help. @throws {StartRefusal} */
export function readArguments(args: string[], nowMs = Date.now()) {
  const { help, visits, seed, password, ...days } = parseOptions({ args, options }, usage).values
  if (help) return null
  const count = /^\d+$/.test(visits) ? Number(visits) : 0
  if (count < minVisits) throw new StartRefusal(`--visits has to be a whole number, at least ${minVisits}.`)
  if (password !== undefined && !newPassword.safeParse(password).success)
    throw new StartRefusal('--password has to have 6 to 255 characters.')
  return { visits: count, seed, password, span: spanOf(days, nowMs) }
}

/** Without days the newest event is a little earlier than now, as on any morning. */
function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }, nowMs: number): Span {
  const startOf = (day: string) => (z.iso.date().safeParse(day).success ? startOfDay(day) : Number.NaN)
  const latestMs = nowMs - 90_000
  const untilMs = to === undefined ? latestMs : Math.min(startOf(to), latestMs)
  const fromMs = from === undefined ? monthBefore(untilMs).fromMs : startOf(from)
  if (fromMs < untilMs) return { fromMs, untilMs }
  throw new StartRefusal(
    '--from and --to have to be days like 2026-03-01, --from before --to and before today.',
  )
}
