import { setTimeout as pause } from 'node:timers/promises'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { type Parked, readParked, request } from '@tba/projector/engine/parked/parked.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { parseOptions, runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce } from '../local/progress.ts'

/** Streams that a projection has parked, because it cannot process one of their events. */

const usage = `npm run parked -- list | retry | skip [<stream>] [--projection <name>] [--all]

  list   the streams that wait, and the event that each waits behind
  retry  takes them in from that event on: when the fault is mended
  skip   leaves that event out for good, and takes in what follows it

retry and skip need a stream, a projection or --all. They are done by the product, running or at its next start.`

const noTablesMessage = 'There is nothing parked yet: npm start makes the tables.'
const maxWaitMs = 15_000

async function runParked(opened: AsyncDisposableStack): Promise<void> {
  const command = readParkedCommand(process.argv.slice(2))
  if (command === null) return announce(usage)
  const { url } = await findDatabase(readEnvironment(process.env), { opened, noTablesMessage })
  const pool = await createPool(url, { applicationName: 'parked', max: 2 })
  opened.defer(() => pool.end())
  const { action, ...which } = command
  if (action !== 'list') {
    const count = await request(pool, action, which)
    if (count === 0) throw new StartRefusal('Nothing of that kind is parked: npm run parked -- list.')
    announce(`Asked for ${count} ${count === 1 ? 'stream' : 'streams'}; waiting for the product…`)
    await waitForAnswer(() => readParked(pool))
  }
  const parked = await readParked(pool)
  if (parked.length === 0) announce('Nothing is parked.')
  for (const row of parked) announce(lineOf(row))
}

const options = {
  help: { type: 'boolean', short: 'h' },
  projection: { type: 'string' },
  all: { type: 'boolean' },
} as const

type ParkedCommand = { action: 'list' | 'retry' | 'skip'; stream?: string; projection?: string }

/** @returns null for help. @throws {StartRefusal} */
function readParkedCommand(args: string[]): ParkedCommand | null {
  const { positionals, values } = parseOptions({ args, options, allowPositionals: true }, usage)
  const [action, stream, ...more] = positionals
  if (values.help || action === undefined) return null
  const isKnown = action === 'list' || action === 'retry' || action === 'skip'
  if (!isKnown || more.length > 0) throw new StartRefusal(usage)
  const { projection, all } = values
  if (action !== 'list' && !stream && !projection && !all) throw new StartRefusal(usage)
  return { action, ...(stream && { stream }), ...(projection && { projection }) }
}

async function waitForAnswer(read: () => Promise<readonly Parked[]>): Promise<void> {
  const until = performance.now() + maxWaitMs
  while ((await read()).some(({ asked }) => asked !== null)) {
    if (performance.now() > until) return announce('Not done yet: the product does it when it runs.')
    await pause(200)
  }
}

function lineOf({ projection, stream, revision, eventType, eventId, parkedAt, tries, error, asked }: Parked) {
  const command = asked ? ` (${asked} is asked for)` : ''
  return `${projection}: ${stream} from revision ${revision} (${eventType} ${eventId}), since ${parkedAt}, ${tries} tries${command}\n  ${error}`
}

await runCommand(runParked, { noTablesMessage })
