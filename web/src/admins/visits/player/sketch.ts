import type { Json } from '@tba/events/json.ts'
import { summaryOf } from '../../parts/words/event-summary.ts'
import { categoryName } from '../../parts/words/labels.ts'
import type { Film, Frame } from './film.ts'
import { type Section, sitePage } from './site-map.ts'

export type Pressed = { what: string; section: string; at: number }
export type Stamp = { type: string; summary: string; isRefusal: boolean; at: number }

/** Drawn from tracked events: no screen is recorded. */
export type Sketch = {
  address: string | null
  title: string
  sections: readonly Section[]
  pressed: readonly Pressed[]
  /** Percent of the height of the page. */
  scrolled: number
  seconds: number | null
  stamps: readonly Stamp[]
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const pageOf = ({ event }: Frame) => text(event.data.page)

/** The index at which the current page was opened. Events without a page belong to the last page. */
function openedAt(frames: readonly Frame[], at: number): number {
  const address = frames
    .slice(0, at + 1)
    .map(pageOf)
    .findLast(page => page !== null)
  if (!address) return 0
  let first = at
  for (let index = at; index >= 0; index--) {
    const frame = frames[index]
    const page = frame ? pageOf(frame) : null
    if (page !== null && page !== address) break
    if (page === address) first = index
    // A view is recorded twice: first as an interaction.
    if (frame?.kind === 'view' && frame.event.type === 'InteractionTracked') break
  }
  return first
}

/** A click is recorded twice: the second event has the section. */
const pairedWithin = 6

function sectionOf(frames: readonly Frame[], at: number, what: string): string | null {
  const twin = frames
    .slice(at + 1, at + 1 + pairedWithin)
    .find(
      ({ event, kind }) =>
        kind === 'click' && event.type === 'AnalyticsEventTracked' && event.data.eventLabel === what,
    )
  return text(twin?.event.data.eventCategory)
}

const unknownSection = 'page'

function pressedIn(frames: readonly Frame[], from: number, to: number): Pressed[] {
  const pressed: Pressed[] = []
  for (let at = from; at <= to; at++) {
    const frame = frames[at]
    if (frame?.kind !== 'click') continue
    const { type, data } = frame.event
    if (type === 'InteractionTracked') {
      const what = text(data.elementText) ?? text(data.elementId) ?? 'senza nome'
      const label = text(data.elementText) ?? text(data.elementId) ?? ''
      pressed.push({ what, section: sectionOf(frames, at, label) ?? unknownSection, at })
      continue
    }
    const what = text(data.eventLabel) ?? 'senza nome'
    const last = pressed.at(-1)
    if (last?.what === what && at - last.at <= pairedWithin) last.at = at
    else pressed.push({ what, section: text(data.eventCategory) ?? unknownSection, at })
  }
  return pressed
}

function scrolledBy(frames: readonly Frame[]): number {
  const percents = frames
    .filter(({ kind }) => kind === 'scroll')
    .map(({ event }) => numberIn(event.data.additionalData, 'percent') ?? 0)
  return Math.min(100, Math.max(0, ...percents))
}

function numberIn(data: Json | undefined, name: string): number | null {
  const value = typeof data === 'object' && data !== null && !Array.isArray(data) ? data[name] : null
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const stampOf = ({ event, kind }: Frame, at: number): Stamp => ({
  type: event.type,
  summary: summaryOf(event),
  isRefusal: kind === 'refused',
  at,
})

export function sketchAt({ frames }: Film, at: number): Sketch {
  const from = openedAt(frames, at)
  const here = frames.slice(from, at + 1)
  const address = here.map(pageOf).findLast(page => page !== null) ?? null
  const { title, sections } = address === null ? nowhere : sitePage(address)
  const pressed = pressedIn(frames, from, at)
  const left = here.findLast(({ kind }) => kind === 'time')
  return {
    ...{ address, title, pressed, scrolled: scrolledBy(here) },
    sections: withOthers(sections, pressed),
    seconds: left ? numberIn(left.event.data.additionalData, 'seconds') : null,
    stamps: here.flatMap((frame, index) =>
      frame.kind === 'fact' || frame.kind === 'refused' ? [stampOf(frame, from + index)] : [],
    ),
  }
}

const nowhere = { title: 'Nessuna pagina, finora', sections: [] }

/** Adds sections that the outline lacks, such as a dialog. */
function withOthers(sections: readonly Section[], pressed: readonly Pressed[]): Section[] {
  const known = new Set(sections.map(({ id }) => id))
  const others = [...new Set(pressed.map(({ section }) => section))].filter(id => !known.has(id))
  return [...sections, ...others.map(id => ({ id, name: categoryName(id) }))]
}
