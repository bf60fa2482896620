import type { Meters } from '@tba/runtime/meters.ts'
import type { Copy } from './copy.ts'

/** What is measured of this instance's copy. */
export function measureCopy(meters: Meters, copy: Pick<Copy, 'state'>): void {
  const gauge = (name: string, help: string, now: () => number) =>
    meters.gauge({ name: `analytics_copy_${name}`, help }, async () => now())
  gauge('events', 'Events in the copy of the log for the analysts', () => copy.state().events)
  gauge('bytes', 'What that copy takes on disk', () => copy.state().bytes)
  const newest = 'When the newest event in that copy was recorded, in seconds since 1970'
  gauge('newest_event_seconds', newest, () => (copy.state().recordedMs ?? 0) / 1_000)
  const help = '1 for its state: building (nothing answers yet), live, rebuilding (the one before answers)'
  meters.gauge({ name: 'analytics_copy_state', help, labels: ['state'] }, async () => {
    const none = { building: 0, live: 0, rebuilding: 0 }
    return { ...none, [copy.state().state]: 1 }
  })
}
