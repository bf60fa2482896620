import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { generationIn } from '@tba/event-store/position.ts'
import {
  endCopying,
  isCopying,
  isRestoring,
  markCopying,
} from '@tba/event-store/postgres/opening/restoring.ts'
import { openPostgresStore } from '@tba/event-store/postgres/store.ts'
import { type CopiedLog, copyLog, type LogEndpoint } from './copy-log.ts'
import { logOf } from './endpoints.ts'
import { connect, refuseRunning } from './target.ts'

type MigrateOptions = { from: string; to: string; say: (line: string) => void }

/**
 * Copies a log into another store, or continues an interrupted copy. In PostgreSQL the copy is marked until it is complete, so
 * that nothing starts on a part of it.
 * @throws {StartRefusal} and errors of opening a log
 */
export async function migrateLog({ from, to, say }: MigrateOptions): Promise<CopiedLog> {
  await using opened = new AsyncDisposableStack()
  if (isInPostgres(from)) await refuseRunning(await connect(from, opened))
  const target = await openTarget(to, opened)
  const source = await openEventStore({ url: from, applicationName })
  opened.defer(() => source.close())
  const head = await source.head()
  if (head === null) throw new StartRefusal('There is nothing in the log to copy.')
  const copied = await copyLog({ from: logOf(source), to: target.endpoint, say })
  if ((await source.head()) !== head)
    throw new StartRefusal(
      'Something was written to the log while it was copied. Stop every service, and run the command again. It continues the copy.',
    )
  await target.finish(generationIn(head))
  return copied
}

const applicationName = 'migrate-log'

type Target = {
  endpoint: LogEndpoint
  /** @param generation of the copied log: none of its positions is valid in the copy. */
  finish(generation: number): Promise<void>
}

async function openTarget(url: string, opened: AsyncDisposableStack): Promise<Target> {
  if (!isInPostgres(url)) {
    const store = await openEventStore({ url, applicationName })
    opened.defer(() => store.close())
    return { endpoint: logOf(store), finish: async () => {} }
  }
  const client = await connect(url, opened)
  await refuseRunning(client)
  if (await isRestoring(client))
    throw new StartRefusal('A restore into the database to copy into was begun and not ended.')
  const store = await openPostgresStore({ connectionString: url, applicationName, isForRestore: true })
  opened.defer(() => store.close())
  const endpoint = logOf(store)
  return {
    endpoint: {
      ...endpoint,
      write: batches => endpoint.write(beforeFirst(batches, () => markCopying(client))),
    },
    async finish(generation) {
      if (await isCopying(client)) await endCopying(client, generation)
    },
  }
}

/** Runs `act` before the first item, if there is one. */
async function* beforeFirst<Item>(items: AsyncIterable<Item>, act: () => Promise<void>) {
  let isFirst = true
  for await (const item of items) {
    if (isFirst) await act()
    isFirst = false
    yield item
  }
}
