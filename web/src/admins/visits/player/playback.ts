import type { HistoryEvent } from '@tba/events/history/views.ts'
import { findTwins, twinOf } from '@tba/events/tracking/twins.ts'

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

/** `playbackMs` is the time without long pauses. */
export type Frame = {
  event: HistoryEvent
  kind: string
  isConversion: boolean
  realMs: number
  playbackMs: number
  /** The real pause before it, if the playback shortens it. */
  pauseMs: number | null
  /** The index of the other event of the same act: an interaction and its analytics event. */
  twin: number | null
  /** The analytics event of an interaction. */
  isRepeat: boolean
}

export type Playback = { frames: readonly Frame[]; endMs: number; realMs: number }

/** Longer pauses are shortened. */
const maxMs = 20_000
const shortenedMs = 4_000
/** Events of the same moment are shown one by one. */
const minMs = 40

/** In log order. If the clock stepped back, time stands still. */
export function playbackOf(events: readonly HistoryEvent[]): Playback {
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
      event,
      realMs,
      twin,
      kind: kindOf(event),
      isConversion: conversions.includes(event.type),
      playbackMs: before ? before.playbackMs + Math.max(minMs, isLong ? shortenedMs : gapMs) : 0,
      pauseMs: isLong ? gapMs : null,
      isRepeat: twin !== null && event.type === 'AnalyticsEventTracked',
    })
  }
  return { frames, endMs: frames.at(-1)?.playbackMs ?? 0, realMs: frames.at(-1)?.realMs ?? 0 }
}

export const frameAt = ({ frames }: Playback, atMs: number) =>
  Math.max(
    0,
    frames.findLastIndex(({ playbackMs }) => playbackMs <= atMs),
  )

export function realTimeAt(playback: Playback, playbackMs: number): number {
  const at = frameAt(playback, playbackMs)
  const [current, next] = [playback.frames[at], playback.frames[at + 1]]
  if (!current || !next) return playback.realMs
  const part = Math.min(1, (playbackMs - current.playbackMs) / (next.playbackMs - current.playbackMs))
  return current.realMs + part * (next.realMs - current.realMs)
}
