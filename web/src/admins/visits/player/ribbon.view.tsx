import { memo, useEffect, useMemo, useRef } from 'react'
import { formatMs } from '../../parts/time/durations.ts'
import { eventName } from '../../parts/words/event-name.tsx'
import { summaryOf } from '../../parts/words/event-summary.ts'
import type { Frame, Playback } from './playback.ts'
import { pathOfPage } from './site-map.ts'
import './ribbon.css'

const pxOfSecond = 14
const [minPx, maxPx] = [7, 220]

/** The distance to the next event. A pause stands before its event. */
function widthTo(next: Frame | undefined, { playbackMs }: Frame): number {
  if (!next || next.pauseMs !== null) return minPx
  return Math.min(maxPx, Math.max(minPx, ((next.playbackMs - playbackMs) / 1_000) * pxOfSecond))
}

/** The page that each event opens; null: it opens none. */
function openedPages({ frames }: Playback): (string | null)[] {
  let shown = ''
  return frames.map(({ event: { data } }) => {
    const before = shown
    if (typeof data.page === 'string') shown = pathOfPage(data.page)
    return shown === before ? null : shown
  })
}

type Props = { playback: Playback; at: number; go: (to: number) => void }

/** Pages above, tracked events on the line, business events below. Only the ribbon scrolls sideways. */
export const RibbonView = memo(function RibbonView({ playback, at: shown, go }: Props) {
  const { frames } = playback
  const pages = useMemo(() => openedPages(playback), [playback])
  const scroller = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [box, mark] = [scroller.current, sheet.current?.children[shown]]
    if (!box || !(mark instanceof HTMLElement)) return
    const [left, right] = [box.scrollLeft, box.scrollLeft + box.clientWidth]
    const x = mark.offsetLeft
    if (x < left + 24 || x > right - 96) box.scrollLeft = x - box.clientWidth / 3
  }, [shown])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section ref={scroller} className="ribbon" aria-label="Nastro della visita" tabIndex={0}>
      <div ref={sheet} className="ribbon-sheet" aria-hidden>
        {frames.map((frame, at) => (
          <Mark
            key={frame.event.id}
            frame={frame}
            at={at}
            go={go}
            page={pages[at] ?? null}
            width={widthTo(frames[at + 1], frame)}
            isNow={at === shown}
            isPast={at <= shown}
          />
        ))}
      </div>
    </section>
  )
})

type MarkProps = {
  frame: Frame
  at: number
  page: string | null
  width: number
  isNow: boolean
  isPast: boolean
  go: (to: number) => void
}

const Mark = memo(function Mark({ frame, at, page, width, isNow, isPast, go }: MarkProps) {
  const { event, kind, isConversion, pauseMs } = frame
  const name = eventName(event.type)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: by the keyboard the list and the slider do the same.
    <div
      className="ribbon-event"
      data-kind={kind}
      data-now={isNow}
      style={{ minWidth: width }}
      title={[name, summaryOf(event)].filter(Boolean).join(' · ')}
      onClick={() => go(at)}
    >
      {pauseMs !== null && <span className="ribbon-gap">{`pausa di ${formatMs(pauseMs)}`}</span>}
      {page !== null && <span className="ribbon-page mono">{page}</span>}
      <i />
      {(kind === 'fact' || kind === 'refused') && (
        <b data-conversion={isConversion} data-past={isPast}>
          {name}
        </b>
      )}
    </div>
  )
})
