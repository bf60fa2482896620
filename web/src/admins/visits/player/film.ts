import type { HistoryEvent } from '@tba/events/history/views.ts'
import { twinOf } from '@tba/events/paths/twins.ts'
import { echoesOf } from '../../history/twin-events.ts'

type MarkKind = 'view' | 'click' | 'scroll' | 'time' | 'start' | 'refused' | 'fact' | 'other'

const conversions: readonly string[] = [
  ...['LeadSubmitted', 'QuestionnaireSubmitted', 'AccountRegistered', 'PlanActivated', 'BotActivated'],
]

const tracked: Record<string, MarkKind> = {
  page_view: 'view',
  button_click: 'click',
  scroll: 'scroll',
  time_on_page: 'time',
}

function kindOf({ type, data }: Pick<HistoryEvent, 'type' | 'data'>): MarkKind {
  const name = data.eventType ?? data.eventName
  if (type === 'InteractionTracked' || type === 'AnalyticsEventTracked')
    return typeof name === 'string' && Object.hasOwn(tracked, name) ? (tracked[name] ?? 'other') : 'other'
  if (type === 'VisitStarted') return 'start'
  return type === 'ActionRefused' ? 'refused' : 'fact'
}

const isConversion = ({ type }: Pick<HistoryEvent, 'type'>) => conversions.includes(type)

/** `filmMs` is the time without long pauses. */
export type Frame = {
  event: HistoryEvent
  kind: MarkKind
  isConversion: boolean
  realMs: number
  filmMs: number
  /** The real pause before it, if the film shortens it. */
  pauseMs: number | null
}

/** Analytics events that repeat an interaction: the index of each, with that of the interaction. */
export function repeatedFrames({ frames }: Film): ReadonlyMap<number, number> {
  const events = frames.map(({ event }, at) => ({ ...event, at, twin: twinOf(event.type, event.data) }))
  const echoes = echoesOf(events, ({ stream }) => stream)
  return new Map(events.flatMap(({ id, at }) => (echoes.has(id) ? [[echoes.get(id)?.at ?? at, at]] : [])))
}

export type Film = { frames: readonly Frame[]; endMs: number; realMs: number }

/** Longer pauses are shortened. */
const longestMs = 20_000
const shortenedMs = 4_000
/** Events of the same moment are shown one by one. */
const leastMs = 40

/** In log order. If the clock stepped back, time stands still. */
export function filmOf(events: readonly HistoryEvent[]): Film {
  const frames: Frame[] = []
  const startedMs = Date.parse(events[0]?.recordedAt ?? '')
  for (const event of events) {
    const before = frames.at(-1)
    const sinceStart = Date.parse(event.recordedAt) - startedMs
    const realMs = Math.max(before?.realMs ?? 0, Number.isNaN(sinceStart) ? 0 : sinceStart)
    const gapMs = realMs - (before?.realMs ?? 0)
    const isLong = gapMs > longestMs
    const filmMs = before ? before.filmMs + Math.max(leastMs, isLong ? shortenedMs : gapMs) : 0
    const pauseMs = isLong ? gapMs : null
    frames.push({
      event,
      kind: kindOf(event),
      isConversion: isConversion(event),
      realMs,
      filmMs,
      pauseMs,
    })
  }
  return { frames, endMs: frames.at(-1)?.filmMs ?? 0, realMs: frames.at(-1)?.realMs ?? 0 }
}

export function frameAt({ frames }: Film, filmMs: number): number {
  let [low, high] = [0, frames.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((frames[middle]?.filmMs ?? 0) <= filmMs) low = middle
    else high = middle - 1
  }
  return low
}

/** The real time at a time of the film. */
export function realAt(film: Film, filmMs: number): number {
  const at = frameAt(film, filmMs)
  const [here, next] = [film.frames[at], film.frames[at + 1]]
  if (!here || !next) return film.realMs
  const part = Math.min(1, (filmMs - here.filmMs) / (next.filmMs - here.filmMs))
  return here.realMs + part * (next.realMs - here.realMs)
}

export function nextConversion({ frames }: Film, at: number): number | null {
  const found = frames.findIndex((frame, index) => index > at && frame.isConversion)
  return found < 0 ? null : found
}

export function previousConversion({ frames }: Film, at: number): number | null {
  const found = frames.slice(0, Math.max(0, at)).findLastIndex(frame => frame.isConversion)
  return found < 0 ? null : found
}
