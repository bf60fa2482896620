import { parseArgs } from 'node:util'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { newPassword } from '@tba/events/accounts/commands.ts'
import { leastVisits } from './month.ts'

export type Arguments = { visits: number; seed: string; password: string | undefined }

const usualVisits = 2_000
const mostVisits = 1_000_000

export const help = `npm run demo -- [--visits ${usualVisits}] [--seed listino] [--password …]

Fills an empty log with a made-up month: visits, leads, questionnaires and customers at every stage of the setup.
Nothing is sent to anybody. It takes the variables of npm start, DATA_DIR above all.

  --visits    how many in the thirty days, from ${leastVisits} to ${mostVisits.toLocaleString('en')}; each comes to about ten events
  --seed      any text: the same seed tells the same month
  --password  of the customers who can sign in; where it is left out, one is made and shown`

/** @returns null where help is asked for. @throws {StartRefusal} */
export function readArguments(args: readonly string[]): Arguments | null {
  const { help, visits, seed, password } = parsed(args)
  if (help) return null
  const count = Number(visits)
  if (!/^\d+$/.test(visits) || count < leastVisits || count > mostVisits) {
    throw new StartRefusal(
      `--visits has to be a whole number from ${leastVisits} to ${mostVisits.toLocaleString('en')}.`,
    )
  }
  if (password !== undefined && !newPassword.safeParse(password).success) {
    throw new StartRefusal('--password has to have 6 to 255 characters.')
  }
  return { visits: count, seed, password }
}

function parsed(args: readonly string[]) {
  const options = {
    help: { type: 'boolean', short: 'h', default: false },
    visits: { type: 'string', default: String(usualVisits) },
    seed: { type: 'string', default: 'listino' },
    password: { type: 'string' },
  } as const
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    const [sentence] = (error as Error).message.split(/[.\n]/)
    throw new StartRefusal(`${sentence}. npm run demo -- --help tells what it takes.`)
  }
}
