import { PauseIcon, PlayIcon, TrackNextIcon, TrackPreviousIcon } from '@radix-ui/react-icons'
import { Button, type ButtonProps } from '@radix-ui/themes'
import { useCallback, useEffect, useState } from 'react'
import { FilterSelect } from '../../parts/filters/controls.tsx'
import { useFilters, useTypedFilter } from '../../parts/filters/filters.ts'
import { useReducedMotion } from '../../parts/page/use-media.ts'
import { formatClock, formatMs } from '../../parts/time/durations.ts'
import { eventName } from '../../parts/words/event-name.tsx'
import { frameAt, type Playback, realTimeAt } from './playback.ts'

const speeds = [1, 2, 5, 10, 20, 50, 100]

/** Scrubbing would change the address at each pixel. */
const addressDelayMs = 200

function parseTime(text: string, endMs: number): number {
  const seconds = Number(text)
  return Number.isFinite(seconds) ? Math.min(endMs, Math.max(0, Math.round(seconds * 10_000) / 10)) : 0
}
/** In seconds, to a tenth of a millisecond. */
const formatTime = (timeMs: number) => (timeMs > 0 ? String(Math.round(timeMs * 10) / 10_000) : '')

/** The address has the speed, and the time at which the playback stands still. */
export function usePlayer(playback: Playback) {
  const { endMs } = playback
  const filters = useFilters()
  const hasReducedMotion = useReducedMotion()
  const [text, setText] = useTypedFilter(filters, 't', addressDelayMs)
  const [isPlaying, setPlaying] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const timeMs = parseTime(text, endMs)
  const speed = speeds.find(each => String(each) === filters.get('speed')) ?? 1
  if (isPlaying && timeMs >= endMs) setPlaying(false)

  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let frame = requestAnimationFrame(function tick() {
      const now = performance.now()
      const elapsedMs = (now - before) * speed
      before = now
      setText(at => formatTime(Math.min(endMs, parseTime(at, endMs) + elapsedMs)))
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, endMs, setText])

  const at = frameAt(playback, timeMs)
  return {
    at,
    // Reduced motion: from event to event.
    timeMs: hasReducedMotion && isPlaying ? (playback.frames[at]?.playbackMs ?? 0) : timeMs,
    isPlaying,
    filters,
    // Announcing the running playback would never end.
    announcement,
    toggle() {
      if (!isPlaying && timeMs >= endMs) setText('')
      setPlaying(!isPlaying)
      setAnnouncement(isPlaying ? 'In pausa' : `In riproduzione, ${speed} volte`)
    },
    seek: (toMs: number) => setText(formatTime(Math.min(endMs, toMs))),
    /** To an event by its index; without one nothing happens. A stable function: the list has thousands of lines. */
    go: useCallback(
      (to: number) => {
        const frame = playback.frames[to]
        if (!frame) return
        setPlaying(false)
        setText(formatTime(frame.playbackMs))
        setAnnouncement(`${eventName(frame.event.type)}, a ${formatClock(frame.realMs)}`)
      },
      [playback, setText],
    ),
  }
}

type Player = ReturnType<typeof usePlayer>

type Props = { playback: Playback; player: Player }

const speedOptions = speeds.map(speed => ({ value: String(speed), label: `${speed}×` }))

export function Controls({ playback, player }: Props) {
  const { at, isPlaying, toggle, go } = player
  const { frames } = playback
  const conversions = [...frames.keys()].filter(index => frames[index]?.isConversion)
  return (
    <div className="player-controls">
      <div className="player-buttons">
        <Button onClick={toggle} disabled={frames.length === 1}>
          {isPlaying ? <PauseIcon aria-hidden /> : <PlayIcon aria-hidden />}
          <span>{isPlaying ? 'Pausa' : 'Riproduci'}</span>
        </Button>
        <Jump to={at - 1} playback={playback} go={go} aria-label="Evento precedente">
          <TrackPreviousIcon aria-hidden />
        </Jump>
        <Jump to={at + 1} playback={playback} go={go} aria-label="Evento successivo">
          <TrackNextIcon aria-hidden />
        </Jump>
        <Jump to={conversions.findLast(to => to < at) ?? -1} playback={playback} go={go}>
          Esito precedente
        </Jump>
        <Jump to={conversions.find(to => to > at) ?? -1} playback={playback} go={go}>
          Prossimo esito
        </Jump>
        <FilterSelect filters={player.filters} name="speed" label="Velocità" options={speedOptions} />
      </div>
      <Scrubber playback={playback} player={player} />
    </div>
  )
}

/** A whole step, so that the end can be reached. */
const endOf = ({ endMs }: Playback) => (endMs > 1_000 ? Math.ceil(endMs / 1_000) * 1_000 : endMs)

/** An arrow key moves by one second. */
function Scrubber({ playback, player }: Props) {
  const realMs = realTimeAt(playback, player.timeMs)
  const shown = `${formatClock(realMs)} di ${formatClock(playback.realMs)}`
  return (
    <p className="player-scrubber">
      <input
        type="range"
        aria-label="Momento della visita"
        min={0}
        max={endOf(playback)}
        step={Math.min(1_000, Math.max(1, playback.endMs))}
        value={player.timeMs}
        aria-valuetext={shown}
        onChange={event => player.seek(Number(event.target.value))}
      />
      <span className="player-time">
        <span>{shown}</span>
        {playback.realMs > playback.endMs && (
          <span className="quiet">{` · pause accorciate, ${formatMs(playback.endMs)} in tutto`}</span>
        )}
      </span>
    </p>
  )
}

type JumpProps = ButtonProps & { playback: Playback; to: number; go: (to: number) => void }

/** Not disabled without such an event: it would lose the focus. */
export const Jump = ({ playback, to, go, ...button }: JumpProps) => (
  <Button variant="outline" aria-disabled={!playback.frames[to]} onClick={() => go(to)} {...button} />
)
