import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { isInPostgres } from '@tba/event-store/addresses.ts'

/** What a backup holds, and where a restore brings it, is a log in PostgreSQL. @throws {StartRefusal} */
export function refuseOtherLogs(eventStoreUrl: string | undefined): void {
  if (eventStoreUrl === undefined || isInPostgres(eventStoreUrl)) return
  throw new StartRefusal(
    'The log of EVENTSTORE_URL lies in EventStoreDB, and a backup has logs of PostgreSQL alone. Back it up as its maker says, and after it the database and DATA_DIR: see infra/docs/eventstoredb.md.',
  )
}
