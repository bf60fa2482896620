import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { newPassword } from '@tba/events/accounts/commands.ts'
import { parseOptions } from '../local/command.ts'

/** Enough for all named customers, and others. */
const minVisits = 50

export const usage = `npm run demo -- [--visits 2000] [--seed listino] [--password …]

Fills an empty log with a made-up month: visits, leads, questionnaires and customers at every stage of the setup.
Nothing is sent to anybody. It takes the variables of npm start, DATA_DIR above all.

  --visits    how many in the thirty days, at least ${minVisits}; each comes to about ten events
  --seed      any text: the same seed gives the same month
  --password  of the customers; if it is left out, one is made and shown`

const options = {
  help: { type: 'boolean', short: 'h' },
  visits: { type: 'string', default: '2000' },
  seed: { type: 'string', default: 'listino' },
  password: { type: 'string' },
} as const

/** @returns null for help. @throws {StartRefusal} */
export function readArguments(args: string[]) {
  const { help, visits, seed, password } = parseOptions({ args, options }, usage).values
  if (help) return null
  const count = /^\d+$/.test(visits) ? Number(visits) : 0
  if (count < minVisits) throw new StartRefusal(`--visits has to be a whole number, at least ${minVisits}.`)
  if (password !== undefined && !newPassword.safeParse(password).success)
    throw new StartRefusal('--password has to have 6 to 255 characters.')
  return { visits: count, seed, password }
}
