import type { HistoryEvent } from '@tba/events/history/views.ts'
import { twinOf } from '@tba/events/paths/twins.ts'
import { echoesOf } from '../../history/twin-events.ts'

type MarkKind = 'view' | 'click' | 'scroll' | 'time' | 'start' | 'refused' | 'fact' | 'other'

const conversions: readonly string[] = [
  ...['LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered', 'PlanActivated', 'BotActivated'],
]

const tracked = new Map<unknown, MarkKind>([
  ['page_view', 'view'],
  ['button_click', 'click'],
  ['scroll', 'scroll'],
  ['time_on_page', 'time'],
])

function kindOf({ type, data }: HistoryEvent): MarkKind {
  if (type === 'InteractionTracked' || type === 'AnalyticsEventTracked')
    return tracked.get(data.eventType ?? data.eventName) ?? 'other'
  if (type === 'VisitStarted') return 'start'
  return type === 'ActionRefused' ? 'refused' : 'fact'
}

/** `filmMs` is the time without long pauses. */
export type Frame = {
  event: HistoryEvent
  kind: MarkKind
  isConversion: boolean
  realMs: number
  filmMs: number
  /** The real pause before it, if the film shortens it. */
  pauseMs: number | null
  /** The index of the other event of the same act: an interaction and its analytics event. */
  twin: number | null
  /** The analytics event of an interaction. */
  isRepeat: boolean
}

export type Film = { frames: readonly Frame[]; endMs: number; realMs: number }

/** The indices of both events of an act, in both directions. */
function twinsIn(events: readonly HistoryEvent[]) {
  const tracked = events.map((event, at) => ({ ...event, at, twin: twinOf(event.type, event.data) }))
  const echoes = echoesOf(tracked, ({ stream }) => stream)
  const pairs = tracked.flatMap(({ id, at }) => {
    const echo = echoes.get(id)
    return echo ? [[at, echo.at] as const] : []
  })
  return { echoOf: new Map(pairs), repeatedBy: new Map(pairs.map(([at, echo]) => [echo, at])) }
}

/** Longer pauses are shortened. */
const longestMs = 20_000
const shortenedMs = 4_000
/** Events of the same moment are shown one by one. */
const leastMs = 40

/** In log order. If the clock stepped back, time stands still. */
export function filmOf(events: readonly HistoryEvent[]): Film {
  const frames: Frame[] = []
  const { echoOf, repeatedBy } = twinsIn(events)
  const startedMs = Date.parse(events[0]?.recordedAt ?? '')
  for (const [at, event] of events.entries()) {
    const before = frames.at(-1)
    const sinceStart = Date.parse(event.recordedAt) - startedMs
    const realMs = Math.max(before?.realMs ?? 0, Number.isNaN(sinceStart) ? 0 : sinceStart)
    const gapMs = realMs - (before?.realMs ?? 0)
    const isLong = gapMs > longestMs
    frames.push({
      event,
      kind: kindOf(event),
      isConversion: conversions.includes(event.type),
      realMs,
      filmMs: before ? before.filmMs + Math.max(leastMs, isLong ? shortenedMs : gapMs) : 0,
      pauseMs: isLong ? gapMs : null,
      twin: echoOf.get(at) ?? repeatedBy.get(at) ?? null,
      isRepeat: repeatedBy.has(at),
    })
  }
  return { frames, endMs: frames.at(-1)?.filmMs ?? 0, realMs: frames.at(-1)?.realMs ?? 0 }
}

export const frameAt = ({ frames }: Film, atMs: number) =>
  Math.max(
    0,
    frames.findLastIndex(({ filmMs }) => filmMs <= atMs),
  )

/** The real time at a time of the film. */
export function realAt(film: Film, filmMs: number): number {
  const at = frameAt(film, filmMs)
  const [here, next] = [film.frames[at], film.frames[at + 1]]
  if (!here || !next) return film.realMs
  const part = Math.min(1, (filmMs - here.filmMs) / (next.filmMs - here.filmMs))
  return here.realMs + part * (next.realMs - here.realMs)
}

const found = (index: number) => (index < 0 ? null : index)

export const nextConversion = ({ frames }: Film, at: number) =>
  found(frames.findIndex(({ isConversion }, index) => index > at && isConversion))

export const previousConversion = ({ frames }: Film, at: number) =>
  found(frames.findLastIndex(({ isConversion }, index) => index < at && isConversion))
