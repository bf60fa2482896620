import type { StoredEvent } from '@tba/event-store/port.ts'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { OverviewTotals } from '@tba/events/overview/views.ts'
import type { LostEvents } from '@tba/events/projections/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Call, type History, isOk, type Kind } from '../load/history.ts'
import type { HappenedFault } from '../world/world.ts'

/** What the checks look at: what the callers saw, and what is there after the load. */
export type Evidence = {
  history: History
  faults: readonly HappenedFault[]
  /** The log that is there is the truth, and may lack what was acknowledged before the end of the faults. */
  lossesPossible: boolean
  /** The tables are in another database than the log. */
  isApart: boolean
  /** All events, in order. */
  log: readonly StoredEvent[]
  /** `id` is that of the Message-ID. */
  letters: readonly { id: string; text: string }[]
  /** What sign-ins of all registered customers answered at the end. */
  signIns: readonly { email: string; status: number }[]
  /** What the cookies of ended sessions answered at the end. */
  reentries: readonly { visit: string; status: number }[]
  /** Where something of an erased person was found in the database. */
  traces: readonly string[]
  /** The keys of all pictures, and when they were listed. */
  pictures: { keys: readonly string[]; atMs: number }
  /** What each query-api says of lost events: while the log is refused, and at the end. */
  losses: readonly SaidLoss[]
  /** The lines of `npm run verify` about tables that differ, or why it could not compare. */
  differing: readonly string[]
  copies: readonly CopyEvidence[]
  output: string
}

/** `metric` is that of `/metrics`, and `lost` that of the console. */
export type SaidLoss = { name: string; isRefused: boolean; lost: LostEvents | null; metric: number }

/** What one query-api answers from its copy. */
export type CopyEvidence = {
  name: string
  ids: readonly string[]
  totals: Pick<OverviewTotals, 'visits' | 'pageViews' | 'leads' | 'questionnaires' | 'registrations'>
  funnels: readonly { definition: DatedFunnel; counts: readonly number[] }[]
  /** The events that are expected, as the history shows them. */
  shown: readonly HistoryEvent[]
}

export type Check = (evidence: Evidence) => string[]

/** What a fault has left behind is mended after this time. */
export const mendedWithinMs = 30_000

/** The type of event that an acknowledged call of this kind always leaves. */
export const typeOf: Partial<Record<Kind, string>> = {
  register: 'AccountRegistered',
  credentials: 'CredentialsSaved',
  profile: 'ProfileUpdated',
  picture: 'ProfileImageChanged',
  erase: 'AccountErased',
  lead: 'LeadSubmitted',
  questionnaire: 'QuestionnaireSubmitted',
}

/** What each call has written, by the name of the call. Not tracked events: they have ids of their own. */
export function writtenBy(log: readonly StoredEvent[]): (call: Pick<Call, 'visit'>) => StoredEvent[] {
  const byVisit = Map.groupBy(
    log.filter(({ stream }) => !stream.startsWith('visit-')),
    ({ metadata }) => String(metadata?.visitId),
  )
  return ({ visit }) => byVisit.get(visit) ?? []
}

/** The calls of each command: the first, and its repeats. */
export const commandsOf = ({ calls }: History): Call[][] => [
  ...Map.groupBy(
    calls.filter(({ kind }) => !kind.startsWith('read-') && kind !== 'upload'),
    ({ kind, visit }) => (kind === 'track' || kind === 'consent' ? Symbol() : `${kind} ${visit}`),
  ).values(),
]

/** Whether this call may have been acknowledged by a log that has lost its end since. */
export function mayBeLost({ lossesPossible, faults }: Evidence, { fromMs }: Pick<Call, 'fromMs'>): boolean {
  return lossesPossible && fromMs < Math.max(...faults.map(({ toMs }) => toMs))
}

/** Whether a fault was there, or its consequences. */
export const isDisturbed = ({ faults }: Evidence, { fromMs, toMs }: Pick<Call, 'fromMs' | 'toMs'>): boolean =>
  faults.some(fault => fromMs < fault.toMs + mendedWithinMs && toMs > fault.fromMs)

/** The accounts that were erased this long before the end, far from every fault. */
export function erasedLongAgo(
  { history, log, faults }: Pick<Evidence, 'history' | 'log' | 'faults'>,
  { agoMs, endMs }: { agoMs: number; endMs: number },
): string[] {
  const isFar = ({ toMs }: Call) =>
    toMs + agoMs < endMs &&
    faults.every(fault => fault.toMs + mendedWithinMs < toMs || fault.fromMs > toMs + agoMs)
  const erasures = history.calls.filter(call => call.kind === 'erase' && isOk(call) && isFar(call))
  return erasures.flatMap(writtenBy(log)).map(({ stream }) => idOf(stream))
}

/** The addresses of accounts whose erasure is in the log. */
export function erasedIn({ history, log }: Pick<Evidence, 'history' | 'log'>): Set<string | null> {
  const written = writtenBy(log)
  const erasures = history.calls.filter(({ kind }) => kind === 'erase')
  return new Set(
    erasures
      .filter(call => written(call).some(({ type }) => type === 'AccountErased'))
      .map(({ email }) => email),
  )
}
