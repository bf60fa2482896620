import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  postgreSQLEventStoreConsumer,
} from '@event-driven-io/emmett-postgresql'
import { rateOf } from '../harness.ts'
import { eventsOfVisit } from './events.ts'

type Tracked = { type: 'InteractionTracked'; data: { eventType: string; page: string } }
type Visit = { pageViews: number; interactions: number; lastPage: string }

const visits = pongoSingleStreamProjection<Visit, Tracked>({
  collectionName: 'visits',
  canHandle: ['InteractionTracked'],
  initialState: () => ({ pageViews: 0, interactions: 0, lastPage: '' }),
  evolve: (visit: Visit, { data: { eventType, page } }: { data: Tracked['data'] }) => ({
    pageViews: visit.pageViews + Number(eventType === 'page_view'),
    interactions: visit.interactions + 1,
    lastPage: page,
  }),
})

/**
 * A log of visits in emmett's own tables, with its projection, asynchronous and in batches like ours.
 * @returns a function that folds from the start, and returns events per second
 */
export async function openPeer(connectionString: string, visitCount: number): Promise<() => Promise<number>> {
  const store = getPostgreSQLEventStore(connectionString)
  const events = Array.from(
    { length: eventsOfVisit },
    (_, at): Tracked => ({
      type: 'InteractionTracked',
      data: { eventType: at % 2 === 0 ? 'page_view' : 'click', page: 'https://example.com/' },
    }),
  )
  for (let count = 0; count < visitCount; count++) await store.appendToStream(`visit-${count}`, events)
  await store.close()
  let rounds = 0
  return async () => {
    const consumer = postgreSQLEventStoreConsumer<Tracked>({
      connectionString,
      stopWhen: { noMessagesLeft: true },
      pulling: { batchSize: 1_000 },
    })
    consumer.projector({ processorId: `round-${++rounds}`, projection: visits })
    const rate = await rateOf(() => consumer.start().then(() => visitCount * eventsOfVisit))
    await consumer.close()
    return rate
  }
}
