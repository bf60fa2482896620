import type { JsonObject, Recorded } from '@tba/event-store/port.ts'
import { type EventShape, personalAt, upcast } from '@tba/events/event.ts'
import { findShape } from '@tba/events/registry.ts'

/** An event of which nothing was opened: what is sealed is null, and named. */
export type MaskedEvent = Recorded & { sealed: readonly string[] }

/**
 * An event for readers who may not see what is personal in it: no key is asked for. Its data come in the shape of today;
 * of an event that this build cannot read, nothing but its envelope is shown.
 */
export function maskEvent(
  event: Recorded,
  find: (type: string) => EventShape | null = findShape,
): MaskedEvent {
  const shape = find(event.type)
  const version = Number(event.metadata?.schemaVersion)
  const isKnown = shape !== null && Number.isInteger(version) && version >= 1 && version <= shape.version
  try {
    if (isKnown) return { ...event, ...masked(event.data, { shape, version }) }
  } catch {
    // Damaged data, which opening would report.
  }
  return { ...event, data: {}, sealed: ['*'] }
}

/** What was in clear in an earlier version and is personal today is masked as well. */
function masked(
  data: JsonObject,
  { shape, version }: { shape: EventShape; version: number },
): { data: JsonObject; sealed: readonly string[] } {
  // Of most events there is nothing to mask.
  if (version === shape.version && shape.personal.length === 0 && !('sealed' in data))
    return { data, sealed: [] }
  const { sealed: box, ...clear } = data
  const hidden = box === undefined ? [] : personalAt(shape, version)
  const today = upcast(shape, version, { ...clear, ...nulls(hidden) })
  const sealed = [...new Set([...hidden, ...shape.personal.filter(name => name in today)])]
  return { data: { ...today, ...nulls(sealed) }, sealed }
}

const nulls = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, null]))
