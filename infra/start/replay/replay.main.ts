import { openEventStore } from '@tba/event-store/open.ts'
import { runDataCommand } from '../local/command.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, everySecond } from '../local/progress.ts'
import { reachDatabase } from '../local/reach.ts'
import { readWish, usage } from './arguments.ts'
import { standardOutput } from './output.ts'
import { play } from './play.ts'

/** Replays the log to standard output, with or without a running product. */

const nothingYet = 'There is nothing to replay yet: npm start makes the log.'

async function replay(opened: AsyncDisposableStack, interrupted: AbortSignal): Promise<void> {
  const wish = readWish(process.argv.slice(2))
  if (wish === null) return announce(usage)
  const output = standardOutput(interrupted)
  const environment = readEnvironment(process.env)
  const url = environment.eventStoreUrl ?? (await reachDatabase(environment, { opened, nothingYet })).url
  const store = await openEventStore({ url, applicationName: 'replay' })
  opened.defer(() => store.close())
  const startMs = performance.now()
  let events = 0
  const sentence = (verb: string) => {
    const seconds = (performance.now() - startMs) / 1_000
    const rate = Math.round(events / seconds).toLocaleString('en-US')
    return `${verb} ${events.toLocaleString('en-US')} events in ${seconds.toFixed(1)} s (${rate} a second)`
  }
  const said = everySecond(announce)
  const written = (count: number) => {
    events += count
    said(`${sentence('Playing:')}…`)
  }
  const signal = AbortSignal.any([interrupted, output.closed])
  await play(store, { wish, output, written, signal })
  await output.end()
  if (!interrupted.aborted) announce(sentence('Played'))
}

await runDataCommand(replay, { nothingYet })
