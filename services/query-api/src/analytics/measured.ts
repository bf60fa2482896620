import type { Meters } from '@tba/runtime/meters.ts'
import type { Copy } from './copy.ts'

/** What is measured of this instance's copy. */
export function measureCopy(meters: Meters, copy: Pick<Copy, 'state'>): void {
  const events = { name: 'analytics_copy_events', help: 'Events in the copy of the log for the analysts' }
  meters.gauge(events, async () => copy.state().events)
  const bytes = { name: 'analytics_copy_bytes', help: 'What that copy takes on disk' }
  meters.gauge(bytes, async () => copy.state().bytes)
  const newest = {
    name: 'analytics_copy_newest_event_seconds',
    help: 'When the newest event in that copy was recorded, in seconds since 1970',
  }
  meters.gauge(newest, async () => (copy.state().recordedMs ?? 0) / 1_000)
  const state = {
    name: 'analytics_copy_state',
    help: '1 for its state: building (nothing answers yet), live, rebuilding (the one before answers)',
    labels: ['state'],
  }
  meters.gauge(state, async () => {
    const now = copy.state().state
    const is = (one: typeof now) => (now === one ? 1 : 0)
    return { building: is('building'), live: is('live'), rebuilding: is('rebuilding') }
  })
}
