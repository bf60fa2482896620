import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { clientAddress } from '../../addresses.ts'
import type { NewEvent } from '../../port.ts'

/** The client package as its documentation uses it. Measurements compare the adapter with it. */
export function bareClient(url: string) {
  const client = EventStoreDBClient.connectionString(clientAddress(url))
  return {
    append: (stream: string, { id, type, data, metadata }: NewEvent) =>
      client.appendToStream(stream, jsonEvent({ id, type, data, metadata }), { expectedRevision: NO_STREAM }),
    async countAll(): Promise<number> {
      let count = 0
      for await (const { event } of client.readAll()) if (event && !event.type.startsWith('$')) count++
      return count
    },
  }
}
