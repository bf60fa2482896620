import type { AnalyticsStatus, ParkedStream, ProjectionStatus } from '@tba/events/projections/views.ts'

export const projectionOf = (changed: Partial<ProjectionStatus> = {}): ProjectionStatus => ({
  name: 'users',
  version: 3,
  position: '00000001-00000000000002f6-00000000000004d2',
  lagMs: 0,
  eventsPerSecond: 12.34,
  state: 'live',
  standstill: null,
  build: null,
  lastRebuild: null,
  failedRebuild: null,
  parked: [],
  lastEventAt: '2026-11-21T23:30:15.250Z',
  ...changed,
})

export const parkedOf = (changed: Partial<ParkedStream> = {}): ParkedStream => ({
  stream: 'lead-a3a3a3a3-0000-4000-8000-000000000001',
  type: 'LeadSubmitted',
  revision: 0,
  eventId: 'a3a3a3a3-0000-4000-8000-000000000009',
  error: 'ZodError: …',
  tries: 5,
  since: '2026-11-21T23:30:15.250Z',
  asked: null,
  ...changed,
})

export const analyticsOf = (changed: Partial<AnalyticsStatus> = {}): AnalyticsStatus => ({
  position: '00000001-00000000000002f6-00000000000004d2',
  lastEventAt: '2026-11-21T23:30:15.250Z',
  lagMs: 0,
  events: 480_000,
  bytes: 72_000_000,
  state: 'live',
  progress: 1,
  instance: 'query-1',
  lastRebuild: null,
  ...changed,
})
