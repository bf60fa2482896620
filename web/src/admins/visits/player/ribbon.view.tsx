import { type MouseEvent, memo, useEffect, useMemo, useRef } from 'react'
import { lengthOf } from '../../parts/time/durations.ts'
import { eventName } from '../../parts/words/event-kind.tsx'
import { summaryOf } from '../../parts/words/event-summary.ts'
import { type Film, type Frame, frameAt } from './film.ts'
import { pathOfPage } from './site-map.ts'
import './ribbon.css'

type Mark = { frame: Frame; at: number; x: number }
/** While one page was open. */
type Stretch = { page: string; from: number; to: number }
type Gap = { x: number; width: number; pauseMs: number }
/** Below the line, in rows without overlap. */
type Caption = { at: number; x: number; row: number }
export type Ribbon = {
  marks: readonly Mark[]
  stretches: readonly Stretch[]
  gaps: readonly Gap[]
  captions: readonly Caption[]
  rows: number
  width: number
}

const pxOfSecond = 14
const [least, most, ofPause] = [7, 220, 104]
const margin = 24
const [letterPx, captionPadding, mostRows] = [7.2, 26, 4]

export function ribbonOf({ frames }: Film, captionOf: (frame: Frame) => string): Ribbon {
  const marks: Mark[] = []
  const gaps: Gap[] = []
  const stretches: Stretch[] = []
  const captions: Caption[] = []
  const ends: number[] = []
  for (const [at, frame] of frames.entries()) {
    const before = marks.at(-1)
    const step = before ? widthOf(frame, before.frame) : 0
    const x = (before?.x ?? margin) + step
    if (before && frame.pauseMs !== null) gaps.push({ x: before.x, width: step, pauseMs: frame.pauseMs })
    marks.push({ frame, at, x })
    stretch(stretches, frame, x)
    if (frame.kind === 'fact' || frame.kind === 'refused')
      captions.push({ at, x, row: rowFor(ends, x, captionOf(frame)) })
  }
  const last = marks.at(-1)?.x ?? margin
  return { marks, stretches, gaps, captions, rows: ends.length, width: Math.max(last, ...ends) + margin }
}

function widthOf({ filmMs, pauseMs }: Frame, before: Frame): number {
  if (pauseMs !== null) return ofPause
  return Math.min(most, Math.max(least, ((filmMs - before.filmMs) / 1_000) * pxOfSecond))
}

function stretch(stretches: Stretch[], { event }: Frame, x: number): void {
  const last = stretches.at(-1)
  if (last) last.to = x
  if (typeof event.data.page !== 'string') return
  const page = pathOfPage(event.data.page)
  if (last?.page !== page) stretches.push({ page, from: x, to: x })
}

/** The first free row, else the last. */
function rowFor(ends: number[], x: number, words: string): number {
  const free = ends.findIndex(end => end <= x)
  const row = free >= 0 ? free : Math.min(ends.length, mostRows - 1)
  ends[row] = x + words.length * letterPx + captionPadding
  return row
}

export function placeOf(film: Film, { marks }: Ribbon, filmMs: number): number {
  const at = frameAt(film, filmMs)
  const [here, next] = [marks[at], marks[at + 1]]
  if (!here) return margin
  if (!next) return here.x
  const part = (filmMs - here.frame.filmMs) / (next.frame.filmMs - here.frame.filmMs)
  return here.x + Math.min(1, Math.max(0, part)) * (next.x - here.x)
}

export function nearest({ marks }: Ribbon, x: number): number {
  let found = 0
  for (const mark of marks) if (Math.abs(mark.x - x) <= Math.abs((marks[found]?.x ?? 0) - x)) found = mark.at
  return found
}

type Props = { film: Film; timeMs: number; at: number; go: (to: number) => void }

const captionOf = ({ event }: Frame) => eventName(event.type)

/** Pages above, tracked events on the line, business events below. Only the ribbon scrolls sideways. */
export function RibbonView({ film, timeMs, at, go }: Props) {
  const ribbon = useMemo(() => ribbonOf(film, captionOf), [film])
  const scroller = useRef<HTMLElement>(null)
  const x = placeOf(film, ribbon, timeMs)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const [left, right] = [box.scrollLeft, box.scrollLeft + box.clientWidth]
    if (x < left + 24 || x > right - 96) box.scrollLeft = x - box.clientWidth / 3
  }, [x])
  function press(event: MouseEvent<HTMLDivElement>) {
    go(nearest(ribbon, event.clientX - event.currentTarget.getBoundingClientRect().left))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section ref={scroller} className="ribbon" aria-label="Nastro della visita" tabIndex={0}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: by the keyboard the list and the slider do the same. */}
      <div
        className="ribbon-sheet"
        style={{ width: ribbon.width, height: 92 + ribbon.rows * 22 }}
        onClick={press}
      >
        <Drawn ribbon={ribbon} at={at} />
        <span className="ribbon-head" style={{ left: x }} />
      </div>
    </section>
  )
}

const titleOf = ({ event }: Frame) => [eventName(event.type), summaryOf(event)].filter(Boolean).join(' · ')

const Drawn = memo(function Drawn({ ribbon, at }: { ribbon: Ribbon; at: number }) {
  return (
    <>
      {ribbon.stretches.map(({ page, from, to }) => (
        <span
          key={from}
          className="ribbon-page mono"
          style={{ left: from, width: Math.max(8, to - from) }}
          title={page}
        >
          {page}
        </span>
      ))}
      {ribbon.gaps.map(({ x, width, pauseMs }) => (
        <span key={x} className="ribbon-gap" style={{ left: x, width }}>
          pausa di {lengthOf(pauseMs)}
        </span>
      ))}
      <Marks ribbon={ribbon} />
      {ribbon.captions.map(({ at: event, x, row }) => {
        const frame = ribbon.marks[event]?.frame
        return (
          frame && (
            <span
              key={frame.event.id}
              className="ribbon-caption"
              data-kind={frame.kind}
              data-conversion={frame.isConversion}
              data-past={event <= at}
              style={{ left: x, top: 84 + row * 22 }}
              title={titleOf(frame)}
            >
              {captionOf(frame)}
            </span>
          )
        )
      })}
    </>
  )
})

const Marks = memo(function Marks({ ribbon }: { ribbon: Ribbon }) {
  return ribbon.marks.map(({ frame, x }) => (
    <span
      key={frame.event.id}
      className="ribbon-mark"
      data-kind={frame.kind}
      style={{ left: x }}
      title={titleOf(frame)}
    />
  ))
})
