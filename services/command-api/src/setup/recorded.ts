import type { SetupEvent } from '@tba/events/setup/events.ts'
import { streams } from '@tba/events/streams.ts'
import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'

/** The event of a setup that made this, by its id: a bot's, or credentials'. */
export async function recordedFor<T extends 'BotActivated' | 'CredentialsSaved'>(
  log: EventLog,
  accountId: string,
  made: { type: T; id: string },
): Promise<RecordedEvent<Extract<SetupEvent, { type: T }>>> {
  for await (const event of log.read(streams.setup(accountId))) {
    if (event.type === made.type && Object.values(event.data).includes(made.id)) return event as never
  }
  throw new Error(`no ${made.type} with this id in the setup of ${accountId}`)
}
