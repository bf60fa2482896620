import { findFields } from '../funnels/find-fields.ts'
import { findInstead, findSteps, findUnits } from '../funnels/find-units.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { exportPage } from '../history/export-lines.ts'
import { exportParquet } from '../history/export-parquet.ts'
import { findEvent } from '../history/find-event.ts'
import { countEvents, findEvents } from '../history/find-events.ts'
import { findOverview } from '../overview/find-overview.ts'
import { findPaths, findPathVisits } from '../paths/find-paths.ts'
import { playReplay } from '../replays/play-replay.ts'
import { findRetention, findRetentionCustomers } from '../retention/find-retention.ts'
import { findVisit } from '../visits/find-visit.ts'
import { findVisits } from '../visits/find-visits.ts'
import type { Snapshot } from './snapshot.ts'

/** The queries on the copy, by name. Inputs and results cross threads: plain data. */
export const copyQueries = {
  count: async (snapshot: Snapshot, _: Record<never, never>) => ({ events: snapshot.lastSeq }),
  events: findEvents,
  eventCount: countEvents,
  event: findEvent,
  exportPage,
  exportParquet,
  visits: findVisits,
  visit: findVisit,
  funnel: runFunnel,
  funnelUnits: findUnits,
  funnelInstead: findInstead,
  funnelSteps: findSteps,
  funnelFields: findFields,
  overview: findOverview,
  paths: findPaths,
  pathVisits: findPathVisits,
  playReplay,
  retention: findRetention,
  retentionCustomers: findRetentionCustomers,
} satisfies Record<string, (snapshot: Snapshot, input: never) => Promise<unknown>>

export type CopyQueries = typeof copyQueries
export type QueryName = keyof CopyQueries
export type InputOf<N extends QueryName> = Parameters<CopyQueries[N]>[1]
export type ResultOf<N extends QueryName> = Awaited<ReturnType<CopyQueries[N]>>
