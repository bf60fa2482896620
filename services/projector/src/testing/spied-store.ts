import type { EventStore, ReadAllOptions } from '@tba/event-store/port.ts'

/**
 * A store that counts its reads. `unbounded`: reads of the whole log by type, which cost as much as the log is long on a
 * server without an index of types.
 */
export function spiedStore(store: EventStore) {
  const unbounded: ReadAllOptions[] = []
  const readAll = vi.fn((options: ReadAllOptions = {}) => {
    if (options.types && !options.after) unbounded.push(options)
    return store.readAll(options)
  })
  return { store: { ...store, readAll } satisfies EventStore, readAll, unbounded }
}
