import { openEventStore } from '@tba/event-store/open.ts'
import type { OpenedStore, StoreOptions } from '@tba/event-store/port.ts'
import type { Meters } from './meters.ts'

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Opens the log and measures it: time of appends and commits, and what delays readers. */
export async function openMeasuredStore(
  options: StoreOptions & { url: string },
  meters: Meters,
): Promise<OpenedStore> {
  const appended = meters.histogram({
    name: 'log_append_duration_seconds',
    help: 'Appends by how long the caller waited, for their turn and the commit',
    labels: ['outcome'],
  })
  const committed = meters.histogram({
    name: 'log_commit_duration_seconds',
    help: 'Commits of the log by how long they took',
  })
  const together = meters.histogram({
    name: 'log_commit_appends',
    help: 'Commits of the log by how many appends went together',
    buckets: sizes,
  })

  const store = await openEventStore({
    ...options,
    onCommit({ appends, durationMs }) {
      committed(durationMs / 1000)
      together(appends)
    },
  })
  const heldBack = {
    name: 'log_held_back_seconds',
    help: 'For how long a running transaction has been holding back committed events',
  }
  meters.gauge(heldBack, async () => (await store.heldBackMs()) / 1000)

  return {
    ...store,
    async append(stream, events, expected) {
      const startedMs = performance.now()
      const took = (outcome: string) => appended((performance.now() - startedMs) / 1000, { outcome })
      try {
        const result = await store.append(stream, events, expected)
        took('appended')
        return result
      } catch (error) {
        took(error instanceof Error ? error.name : 'failed')
        throw error
      }
    },
  }
}
