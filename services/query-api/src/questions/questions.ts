import { countAlarm, tryAlarm } from '../alarms/count-alarm.ts'
import type { Question } from '../analytics/copy/copy.ts'
import { findFields } from '../funnels/find-fields.ts'
import { findInstead, findSteps, findUnits } from '../funnels/find-units.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { exportPage } from '../history/export-lines.ts'
import { exportParquet } from '../history/export-parquet.ts'
import { findEvent } from '../history/find-event.ts'
import { countEvents, findEvents } from '../history/find-events.ts'
import { writeLake } from '../lake/write-lake.ts'
import { findOverview } from '../overview/find-overview.ts'
import { findPaths, findPathVisits } from '../paths/find-paths.ts'
import { findPersonHistory, findPosition } from '../people/find-history.ts'
import { playReplay } from '../replays/play-replay.ts'
import { findLast } from '../reports/find-last.ts'
import {
  findRetention,
  findRetentionCustomers,
  findRetentionUnits,
  runRetention,
} from '../retention/find-retention.ts'
import { findTrendUnits } from '../trends/find-trend-units.ts'
import { runTrend } from '../trends/run-trend.ts'
import { findVisit } from '../visits/find-visit.ts'
import { findSources, findVisits } from '../visits/find-visits.ts'

/** Every question to the copy: the thread finds it by its name. Inputs and results cross threads: plain data. */
export const questions: readonly Question<never, unknown>[] = [
  ...[countAlarm, tryAlarm],
  ...[countEvents, exportPage, exportParquet, findEvent, findEvents],
  ...[findFields, findInstead, findSteps, findUnits, runFunnel],
  ...[findOverview, findPaths, findPathVisits],
  ...[findRetention, findRetentionCustomers, findRetentionUnits, runRetention],
  ...[findPersonHistory, findPosition, findSources, findVisit, findVisits, playReplay],
  ...[findTrendUnits, runTrend],
  findLast,
  writeLake,
]

/** The program of the thread that answers them. */
export const answering = new URL('./analytics.worker.ts', import.meta.url)
