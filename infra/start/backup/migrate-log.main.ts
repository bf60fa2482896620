import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { faultOfLogAddress } from '@tba/event-store/addresses.ts'
import { parseOptions, runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, oncePerSecond } from '../local/progress.ts'
import { count } from './copy-log.ts'
import { migrateLog } from './migrate-log.ts'
import { connect, refuseRunning } from './target.ts'

/** Copies the log into another store: `npm run migrate:log -- --from URL --to URL`, with the product stopped. */

const usage =
  'Name both logs: npm run migrate:log -- --from postgres://… --to esdb://… The one that is left out is the log of the start, by DATA_DIR, DATABASE_URL and EVENTSTORE_URL.'
const noTablesMessage = 'There is no log of a start here: name both, with --from and --to.'

async function moveLog(opened: AsyncDisposableStack): Promise<void> {
  const urls = readArguments(process.argv.slice(2))
  const own = urls.from && urls.to ? '' : await ownLog(opened)
  const { from = own, to = own } = urls
  const { events, streams } = await migrateLog({ from, to, say: oncePerSecond(announce) })
  announce(
    `${count(events)} events in ${count(streams)} streams are in both logs. The hash of each stream is equal.`,
  )
  announce(
    'Now start every service with EVENTSTORE_URL set to the address of --to. If the log is in the database of DATABASE_URL or DATA_DIR, leave EVENTSTORE_URL out. Do not change these two: the keys, the pictures and the state of jobs stay there. The first start folds all read tables again.',
  )
}

function readArguments(args: string[]): { from?: string; to?: string } {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const
  const { values } = parseOptions({ args, options }, usage)
  const named = Object.values(values)
  if (named.length === 0 || values.from === values.to) throw new StartRefusal(usage)
  for (const [name, url] of Object.entries(values)) {
    const fault = faultOfLogAddress(url)
    if (fault !== null) throw new StartRefusal(`--${name} ${fault}. ${usage}`)
  }
  return values
}

/** @throws {StartRefusal} also while the product runs */
async function ownLog(opened: AsyncDisposableStack): Promise<string> {
  const environment = readEnvironment(process.env)
  const { url } = await findDatabase(environment, { opened, noTablesMessage })
  await refuseRunning(await connect(url, opened))
  return environment.eventStoreUrl ?? url
}

await runCommand(moveLog, { noTablesMessage })
