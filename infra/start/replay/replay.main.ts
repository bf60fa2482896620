import { openEventStore } from '@tba/event-store/open.ts'
import { runDataCommand } from '../local/command.ts'
import { readEnvironment } from '../local/environment.ts'
import { complain } from '../local/progress.ts'
import { reachDatabase } from '../local/reach.ts'
import { readWish, usage } from './arguments.ts'
import { standardOutput } from './output.ts'
import { play } from './play.ts'
import { telling } from './telling.ts'

/** Plays the log out, beside a running product or without it. */

const nothingYet = 'There is nothing to replay yet: npm start makes the log.'

async function replay(opened: AsyncDisposableStack, interrupted: AbortSignal): Promise<void> {
  const wish = readWish(process.argv.slice(2))
  if (wish === null) return complain(usage)
  const output = standardOutput(interrupted)
  const environment = readEnvironment(process.env)
  const url = environment.eventStoreUrl ?? (await reachDatabase(environment, { opened, nothingYet })).url
  const store = await openEventStore({ url, applicationName: 'replay' })
  opened.defer(() => store.close())
  const progress = telling()
  const signal = AbortSignal.any([interrupted, output.closed])
  await play(store, { wish, output, progress, signal })
  await output.end()
  if (!interrupted.aborted) progress.end()
}

await runDataCommand(replay, { nothingYet })
