import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { newPassword } from '@tba/events/accounts/commands.ts'
import { parsed } from '../local/command.ts'
import { minVisits } from './month.ts'

const usualVisits = 2_000
const mostVisits = 1_000_000

export const usage = `npm run demo -- [--visits ${usualVisits}] [--seed listino] [--password …]

Fills an empty log with a made-up month: visits, leads, questionnaires and customers at every stage of the setup.
Nothing is sent to anybody. It takes the variables of npm start, DATA_DIR above all.

  --visits    how many in the thirty days, from ${minVisits} to ${mostVisits.toLocaleString('en')}; each comes to about ten events
  --seed      any text: the same seed tells the same month
  --password  of the customers who can sign in; where it is left out, one is made and shown`

const options = {
  help: { type: 'boolean', short: 'h' },
  visits: { type: 'string', default: String(usualVisits) },
  seed: { type: 'string', default: 'listino' },
  password: { type: 'string' },
} as const

/** @returns null for help. @throws {StartRefusal} */
export function readArguments(args: string[]) {
  const { help, visits, seed, password } = parsed({ args, options }, usage).values
  if (help) return null
  const count = /^\d+$/.test(visits) ? Number(visits) : 0
  if (count < minVisits || count > mostVisits) {
    const most = mostVisits.toLocaleString('en')
    throw new StartRefusal(`--visits has to be a whole number from ${minVisits} to ${most}.`)
  }
  if (password !== undefined && !newPassword.safeParse(password).success)
    throw new StartRefusal('--password has to have 6 to 255 characters.')
  return { visits: count, seed, password }
}
