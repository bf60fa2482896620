import { openEventStore } from '@tba/event-store/open.ts'
import { openPostgresStore } from '@tba/event-store/postgres/store.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { recordedIn } from './recorded-events.ts'

/**
 * Adds so many events to a log in PostgreSQL, five per stream, mixed in time. In every hundredth stream the first two are
 * expired. The streams are new, because a server may have those of an earlier run.
 */
export async function seed(
  url: string,
  events: number,
  visits = `visit-${crypto.randomUUID()}-`,
): Promise<void> {
  await (await openPostgresStore({ connectionString: url })).close()
  const client = await clientInTest(url)
  await client.query(
    `insert into log.events (stream, revision, event_id, type, data, metadata, recorded_at)
     select $3 || n % $2, n / $2, gen_random_uuid(), 'InteractionTracked',
       json_build_object('page', '/piani/' || n % 7, 'note', E'perché\\u2028no\\n', 'amount', n / 8.0),
       json_build_object('actor', 'visitor', 'correlationId', gen_random_uuid()),
       timestamptz '2024-02-29 23:59:59.001Z' + n * interval '1.5 seconds'
     from generate_series(0, $1 - 1) n where n % 100 > 0 or n / $2 > 1`,
    [events, Math.ceil(events / 5), visits],
  )
}

/** The parts that a copy keeps: all but revisions and positions. */
export async function essenceOf(url: string) {
  const store = await openEventStore({ url })
  onTestFinished(() => store.close())
  return (await recordedIn(store)).map(({ position: _, revision: __, ...event }) => event)
}
