import type { HistoryEvent } from '@tba/events/history/views.ts'
import { findTwins, twinOf } from '@tba/events/paths/twins.ts'

const conversions: readonly string[] = [
  ...['LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered', 'PlanActivated', 'BotActivated'],
]

/** What was tracked, as the page named it: `page_view`, `button_click`, `scroll`, `time_on_page` or another. */
function kindOf({ type, data }: HistoryEvent): string {
  if (type === 'InteractionTracked' || type === 'AnalyticsEventTracked')
    return String(data.eventType ?? data.eventName)
  if (type === 'VisitStarted') return 'start'
  return type === 'ActionRefused' ? 'refused' : 'fact'
}

/** `filmMs` is the time without long pauses. */
export type Frame = {
  event: HistoryEvent
  kind: string
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

/** Longer pauses are shortened. */
const maxMs = 20_000
const shortenedMs = 4_000
/** Events of the same moment are shown one by one. */
const minMs = 40

/** In log order. If the clock stepped back, time stands still. */
export function filmOf(events: readonly HistoryEvent[]): Film {
  const frames: Frame[] = []
  const times = events.map(({ recordedAt }) => Date.parse(recordedAt))
  const twins = findTwins(
    events.map(({ type, data }) => ({ twin: twinOf(type, data) })),
    times,
  )
  for (const [at, event] of events.entries()) {
    const before = frames.at(-1)
    const sinceStart = (times[at] ?? 0) - (times[0] ?? 0)
    const realMs = Math.max(before?.realMs ?? 0, Number.isNaN(sinceStart) ? 0 : sinceStart)
    const gapMs = realMs - (before?.realMs ?? 0)
    const isLong = gapMs > maxMs
    const twin = twins[at] ?? null
    frames.push({
      ...{ event, realMs, twin },
      kind: kindOf(event),
      isConversion: conversions.includes(event.type),
      filmMs: before ? before.filmMs + Math.max(minMs, isLong ? shortenedMs : gapMs) : 0,
      pauseMs: isLong ? gapMs : null,
      isRepeat: twin !== null && event.type === 'AnalyticsEventTracked',
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
