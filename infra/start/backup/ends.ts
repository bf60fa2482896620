import fs from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { appendsEndWithinMs, type OpenedStore, type Recorded } from '@tba/event-store/port.ts'
import { writeCompressed } from './copy.ts'
import type { End, LogEvent } from './copy-log.ts'

/** A log, in whatever store. Nobody else writes to one that is copied into. */
export function logEnd(store: OpenedStore): End {
  return {
    async *events() {
      if (!(await store.settled(appendsEndWithinMs)))
        throw new StartRefusal('A transaction has been keeping events of the log back for a minute: end it.')
      for await (const event of store.readAll()) yield withoutPlace(event)
    },
    async write(batches) {
      for await (const batch of batches) {
        await store.appendInOrder(
          batch.map(({ event: { stream, ...event }, revision }) => ({
            ...{ stream, events: [event] },
            expected: revision === 0 ? 'no_stream' : revision - 1,
          })),
        )
      }
    },
  }
}

/** Names in the same order and times in the same form, whatever store it comes from. */
function withoutPlace({ stream, id, type, recordedAt, data, metadata }: Recorded): LogEvent {
  return { stream, id, type, recordedAt: timeOf(recordedAt), data, metadata }
}

/** Where somebody has damaged it, the beginning of time. */
const timeOf = (recordedAt: string) => new Date(recordedAt || 0).toISOString()

/** A compressed file with an event as JSON on each line. */
export function fileEnd(file: string): End {
  return {
    async *events() {
      if (fs.existsSync(file)) for await (const line of linesOf(file)) yield JSON.parse(line)
    },
    write: batches =>
      writeCompressed(file, async function* () {
        for await (const batch of batches) yield batch.map(({ text }) => `${text}\n`).join('')
      }),
  }
}

/** The library's lines end at letters that may stand in the middle of JSON. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const text = pipeline(fs.createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
