import { findFields } from '../funnels/find-fields.ts'
import { findInstead, findUnits } from '../funnels/find-units.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { exportPage } from '../history/export-lines.ts'
import { exportParquet } from '../history/export-parquet.ts'
import { findEvent } from '../history/find-event.ts'
import { findEvents } from '../history/find-events.ts'
import { findOverview } from '../overview/find-overview.ts'
import { findPaths, findPathVisits } from '../paths/find-paths.ts'
import { playReplay } from '../replays/play-replay.ts'
import { findRetention, findRetentionCustomers } from '../retention/find-retention.ts'
import { findVisit } from '../visits/find-visit.ts'
import { findVisits } from '../visits/find-visits.ts'
import type { Reading } from './reading.ts'

/** What can be asked of the copy, by name. Inputs and answers go between threads: plain data. */
export const questions = {
  count: async (reading: Reading, _: Record<never, never>) => ({ events: reading.lastSeq }),
  events: findEvents,
  event: findEvent,
  exportPage,
  exportParquet,
  visits: findVisits,
  visit: findVisit,
  funnel: runFunnel,
  funnelUnits: findUnits,
  funnelInstead: findInstead,
  funnelFields: findFields,
  overview: findOverview,
  paths: findPaths,
  pathVisits: findPathVisits,
  playReplay,
  retention: findRetention,
  retentionCustomers: findRetentionCustomers,
} satisfies Record<string, (reading: Reading, input: never) => Promise<unknown>>

export type Questions = typeof questions
export type QuestionName = keyof Questions
export type InputOf<N extends QuestionName> = Parameters<Questions[N]>[1]
export type AnswerOf<N extends QuestionName> = Awaited<ReturnType<Questions[N]>>
