import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  postgreSQLEventStoreConsumer,
} from '@event-driven-io/emmett-postgresql'

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

const eventsOfVisit = 16

/** A peer: a log of visits in emmett's own tables, and its projection of them, asynchronous and in batches, as ours is. */
export async function emmett(connectionString: string, visitCount: number) {
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
  return {
    /** Folds them from the beginning. @returns events/s */
    async round(): Promise<number> {
      const consumer = postgreSQLEventStoreConsumer<Tracked>({
        connectionString,
        stopWhen: { noMessagesLeft: true },
        pulling: { batchSize: 1_000 },
      })
      consumer.projector({ processorId: `round-${++rounds}`, projection: visits })
      const startedAt = performance.now()
      await consumer.start()
      const seconds = (performance.now() - startedAt) / 1_000
      await consumer.close()
      return Math.round((visitCount * eventsOfVisit) / seconds)
    },
  }
}
