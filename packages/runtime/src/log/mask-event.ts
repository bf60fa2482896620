import type { JsonObject, StoredEvent } from '@tba/event-store/port.ts'
import { type EventShape, personalAt, upcast } from '@tba/events/event.ts'
import { findShape } from '@tba/events/registry.ts'

/** An event with its sealed fields as null. `sealed` lists their names. */
export type MaskedEvent = StoredEvent & { sealed: readonly string[] }

/**
 * Masks an event for readers who may not see personal fields. Needs no key. The data have the current shape.
 * An event that this build cannot read shows only its envelope.
 */
export function maskEvent(event: StoredEvent): MaskedEvent {
  const shape = findShape(event.type)
  const version = Number(event.metadata?.schemaVersion)
  const isKnown = shape !== null && Number.isInteger(version) && version >= 1 && version <= shape.version
  try {
    if (isKnown) return { ...event, ...masked(event.data, { shape, version }) }
  } catch {
    // The data are damaged. Opening them would report it.
  }
  return { ...event, data: {}, sealed: ['*'] }
}

/** Fields that were clear in an earlier version and are personal today are masked too. */
function masked(
  data: JsonObject,
  { shape, version }: { shape: EventShape; version: number },
): { data: JsonObject; sealed: readonly string[] } {
  // Most events have nothing to mask.
  if (version === shape.version && shape.personal.length === 0 && !('sealed' in data))
    return { data, sealed: [] }
  const { sealed: box, ...clear } = data
  const hidden = box === undefined ? [] : personalAt(shape, version)
  const today = upcast(shape, version, { ...clear, ...nulls(hidden) })
  const sealed = [...new Set([...hidden, ...shape.personal.filter(name => name in today)])]
  return { data: { ...today, ...nulls(sealed) }, sealed }
}

const nulls = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, null]))
