import type { EventStore, ReadAllOptions } from '@tba/event-store/port.ts'
import { vi } from 'vitest'

/**
 * A store that counts how it is read. `unbounded`: readings of the whole log by type, which on a server without an index
 * of types costs as much as the log is long.
 */
export function spiedStore(store: EventStore) {
  const unbounded: ReadAllOptions[] = []
  const readAll = vi.fn((options: ReadAllOptions = {}) => {
    if (options.types && !options.after) unbounded.push(options)
    return store.readAll(options)
  })
  return { store: { ...store, readAll } satisfies EventStore, readAll, unbounded }
}
