import { readFileSync } from 'node:fs'
import { type EventType, shapeOf } from '@tba/events/registry.ts'
import { type DataOf, type EventDetails, recordedEvent } from './recorded-event.ts'

const fixtures = new URL('../../../../packages/events/fixtures/', import.meta.url)

export function fixture<T extends EventType>(type: T, changes: Partial<DataOf<T>> = {}) {
  const file = new URL(`${type}.v${shapeOf(type).version}.json`, fixtures)
  const data: DataOf<T> = { ...JSON.parse(readFileSync(file, 'utf8')), ...changes }
  return { type, data }
}

/** The same as a projection gets it. */
export function recordedFixture<T extends EventType>(
  type: T,
  details: EventDetails,
  changes: Partial<DataOf<T>> = {},
) {
  return recordedEvent(type, fixture(type, changes).data, details)
}
