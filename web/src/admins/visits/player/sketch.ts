import { categoryName } from '../../parts/words/labels.ts'
import type { Frame, Playback } from './playback.ts'
import { type Section, sitePage } from './site-map.ts'

type Press = { label: string; section: string; at: number; isNow: boolean }

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const pageOf = ({ event }: Frame) => text(event.data.page)

/** A page opens with a view, or with the first event that names another page. Events without a page belong to the last one. */
function pageStart(frames: readonly Frame[], at: number): number {
  let opened = 0
  let address: string | null = null
  for (const [index, frame] of frames.slice(0, at + 1).entries()) {
    const page = pageOf(frame)
    if (page === null || (page === address && (frame.kind !== 'page_view' || frame.isRepeat))) continue
    opened = index
    address = page
  }
  return opened
}

/** The analytics event of a click has the section. */
function pressesIn(frames: readonly Frame[], from: number, to: number): Press[] {
  return frames.slice(from, to + 1).flatMap(({ event: { data }, kind, twin, isRepeat }, offset) => {
    if (kind !== 'button_click' || isRepeat) return []
    const at = from + offset
    const twinData = frames[twin ?? at]?.event.data ?? data
    return {
      label: text(data.elementText) ?? text(data.elementId) ?? text(data.eventLabel) ?? 'senza nome',
      section: text(twinData.eventCategory) ?? 'page',
      at,
      isNow: to === at || to === twin,
    }
  })
}

const noPage = { title: 'Nessuna pagina, finora', sections: [] }

/** Drawn from tracked events: no screen is recorded. `scrolled`: percent of the height of the page. */
export function sketchAt({ frames }: Playback, at: number) {
  const from = pageStart(frames, at)
  const pageFrames = frames.slice(from, at + 1)
  const address = pageFrames.map(pageOf).findLast(page => page !== null) ?? null
  const { title, sections } = address === null ? noPage : sitePage(address)
  const presses = pressesIn(frames, from, at)
  const percents = pageFrames
    .filter(({ kind }) => kind === 'scroll')
    .map(({ event }) => Object(event.data.additionalData).percent)
    .filter(percent => Number.isFinite(percent))
  return {
    address,
    title,
    presses,
    sections: addMissingSections(sections, presses),
    scrolled: Math.min(100, Math.max(0, ...percents)),
  }
}

/** Adds sections that the outline lacks, such as a dialog. */
function addMissingSections(sections: readonly Section[], pressed: readonly Press[]): Section[] {
  const known = new Set(sections.map(({ id }) => id))
  const others = [...new Set(pressed.map(({ section }) => section))].filter(id => !known.has(id))
  return [...sections, ...others.map(id => ({ id, name: categoryName(id) }))]
}
