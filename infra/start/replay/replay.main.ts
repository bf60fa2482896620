import { openEventStore } from '@tba/event-store/open.ts'
import { referrerHost } from '@tba/events/tracking/page.ts'
import { runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce, announceOnStandardError, oncePerSecond } from '../local/progress.ts'
import { readReplayOptions, usage } from './arguments.ts'
import { writeOut } from './output.ts'
import { play } from './play.ts'

/** Replays the log to standard output, with or without a running product. */

const noTablesMessage = 'There is nothing to replay yet: npm start makes the log.'

async function replay(opened: AsyncDisposableStack): Promise<void> {
  const options = readReplayOptions(process.argv.slice(2))
  if (options === null) return announce(usage)
  const environment = readEnvironment(process.env)
  const url = environment.eventStoreUrl ?? (await findDatabase(environment, { opened, noTablesMessage })).url
  const store = await openEventStore({ url, applicationName: 'replay' })
  opened.defer(() => store.close())
  const startMs = performance.now()
  let events = 0
  const sentence = (verb: string) => {
    const seconds = (performance.now() - startMs) / 1_000
    const rate = Math.round(events / seconds).toLocaleString('en-US')
    return `${verb} ${events.toLocaleString('en-US')} events in ${seconds.toFixed(1)} s (${rate} a second)`
  }
  const report = oncePerSecond(announce)
  const onRead = (count: number) => {
    events += count
    report(`${sentence('Playing:')}…`)
  }
  const isWhole = await writeOut(
    play(store, { options, siteHost: referrerHost(environment.publicUrl ?? null), onRead }),
  )
  if (isWhole) announce(sentence('Played'))
}

announceOnStandardError()
await runCommand(replay, { noTablesMessage })
