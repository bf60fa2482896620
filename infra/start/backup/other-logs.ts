import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { isInPostgres } from '@tba/event-store/addresses.ts'

/** Elsewhere nothing could prevent a start on a part of a log. @throws {StartRefusal} */
export function refuseOtherLogs(eventStoreUrl: string | undefined): void {
  if (eventStoreUrl === undefined || isInPostgres(eventStoreUrl)) return
  throw new StartRefusal(
    'A restore brings the log into PostgreSQL. Leave EVENTSTORE_URL out, and move the log to EventStoreDB afterwards: npm run migrate:log.',
  )
}
