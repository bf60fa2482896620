import fs from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { appendsEndWithinMs, type OpenedStore, type StoredEvent } from '@tba/event-store/port.ts'
import { writeCompressed } from './copy.ts'
import type { LogEndpoint, LogEvent } from './copy-log.ts'

/** A log in any store. A target has no other writers. */
export const logOf = (store: OpenedStore): LogEndpoint => ({
  async *events() {
    if (!(await store.settled(appendsEndWithinMs)))
      throw new StartRefusal('A transaction has been keeping events of the log back for a minute: end it.')
    for await (const event of store.readAll()) yield withoutPosition(event)
  },
  async write(batches) {
    for await (const batch of batches) {
      await store.appendInOrder(
        batch.map(({ event: { stream, ...event }, revision }) => ({
          stream,
          events: [event],
          expected: revision === 0 ? 'no_stream' : revision - 1,
        })),
      )
    }
  },
})

/** Normalises the order of names and the form of times, for any store. */
function withoutPosition({ stream, id, type, recordedAt, data, metadata }: StoredEvent): LogEvent {
  return { stream, id, type, recordedAt: timeOf(recordedAt), data, metadata }
}

/** A damaged time becomes 1970. */
const timeOf = (recordedAt: string) => new Date(recordedAt || 0).toISOString()

/** A compressed file with one event as JSON per line. */
export const logFile = (file: string): LogEndpoint => ({
  async *events() {
    if (fs.existsSync(file)) for await (const line of linesOf(file)) yield JSON.parse(line)
  },
  write: batches =>
    writeCompressed(file, async function* () {
      for await (const batch of batches) yield batch.map(({ text }) => `${text}\n`).join('')
    }),
})

/** Node's line reader also splits at characters that JSON may contain. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const text = pipeline(fs.createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
