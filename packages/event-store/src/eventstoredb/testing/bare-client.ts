import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { JsonObject, NewEvent } from '../../port.ts'
import { clientAddress } from '../address.ts'

/** The client package as its documentation says, for measurements: what the adapter is compared with. */
export function bareClient(url: string) {
  const client = EventStoreDBClient.connectionString(clientAddress(url))
  return {
    append: (stream: string, { id, type, data, metadata }: NewEvent) =>
      client.appendToStream(stream, jsonEvent({ id, type, data, metadata }), { expectedRevision: NO_STREAM }),
    /** @returns how many bytes of text were in the data, so that all of them are used */
    async readAll(): Promise<{ events: number; bytes: number }> {
      const read = { events: 0, bytes: 0 }
      for await (const { event } of client.readAll()) {
        if (!event || event.type.startsWith('$')) continue
        read.events++
        read.bytes += String((event.data as JsonObject).text).length
      }
      return read
    },
  }
}
