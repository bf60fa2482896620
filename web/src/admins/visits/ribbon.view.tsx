import { type MouseEvent, memo, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { saysOf } from '../history/says.ts'
import { lengthOf } from '../parts/durations.ts'
import { eventName } from '../parts/event-kind.tsx'
import type { Film, Frame } from './film.ts'
import { nearest, placeOf, type Ribbon, ribbonOf } from './ribbon.ts'

type Props = { film: Film; timeMs: number; at: number; go: (to: number) => void }

const captionOf = ({ event }: Frame) => eventName(event.type)

/** The visit from left to right: pages above, what was tracked on the line, what was done below it. It alone scrolls sideways. */
export function RibbonView({ film, timeMs, at, go }: Props) {
  const ribbon = useMemo(() => ribbonOf(film, captionOf), [film])
  const scroller = useRef<HTMLElement>(null)
  const x = placeOf(film, ribbon, timeMs)
  const follow = useEffectEvent(() => {
    const box = scroller.current
    if (!box) return
    const [left, right] = [box.scrollLeft, box.scrollLeft + box.clientWidth]
    if (x < left + 24 || x > right - 96) box.scrollLeft = x - box.clientWidth / 3
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows where the head is.
  useEffect(() => follow(), [x])
  useEffect(() => {
    // Narrower, the head may lie outside of what shows.
    const resized = () => follow()
    addEventListener('resize', resized)
    return () => removeEventListener('resize', resized)
  }, [])
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

const titleOf = ({ event }: Frame) => [eventName(event.type), saysOf(event)].filter(Boolean).join(' · ')

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
