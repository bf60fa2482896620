import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useFilters } from '../parts/filters.ts'
import { useReducedMotion } from '../parts/use-media.ts'
import { type Film, frameAt } from './film.ts'

export const speeds = [1, 2, 5, 10, 20, 50, 100] as const
export type Speed = (typeof speeds)[number]

/** A pause after which it counts as chosen: a scrub would change the address with each pixel. */
const settledMs = 200

/** The time in an address: whatever stands there, a time of the film. */
function timeIn(text: string, endMs: number): number {
  const seconds = Number(text)
  return Number.isFinite(seconds) ? Math.min(endMs, Math.max(0, Math.round(seconds * 1_000))) : 0
}

/** Plays a film from the time in its address. A film that stands still writes its time there, one that runs does not. */
export function usePlayer(film: Film) {
  const { endMs } = film
  const filters = useFilters()
  const isStill = useReducedMotion()
  const [speed, setSpeed] = useState<Speed>(
    () => speeds.find(each => String(each) === filters.of('speed')) ?? 1,
  )
  const [timeMs, setTime] = useState(() => timeIn(filters.of('t'), endMs))
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying && timeMs >= endMs) setPlaying(false)

  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let frame = requestAnimationFrame(function tick() {
      const now = performance.now()
      const goneMs = (now - before) * speed
      before = now
      setTime(at => Math.min(endMs, at + goneMs))
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, endMs])

  const write = useEffectEvent(() => {
    const t = timeMs > 0 ? String(Math.round(timeMs) / 1_000) : ''
    const shownSpeed = speed > 1 ? String(speed) : ''
    if (t !== filters.of('t') || shownSpeed !== filters.of('speed')) filters.setAll({ t, speed: shownSpeed })
  })
  const stoodAt = isPlaying ? null : timeMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time and speed at which it stands is written once.
  useEffect(() => {
    if (stoodAt === null) return
    const timer = setTimeout(write, settledMs)
    return () => clearTimeout(timer)
  }, [stoodAt, speed])

  const at = frameAt(film, timeMs)
  return {
    at,
    // Without motion the film goes from event to event.
    timeMs: isStill && isPlaying ? (film.frames[at]?.filmMs ?? 0) : timeMs,
    isPlaying,
    speed,
    setSpeed,
    /** From the beginning, where it has come to its end. */
    toggle() {
      if (!isPlaying && timeMs >= endMs) setTime(0)
      setPlaying(!isPlaying)
    },
    seek: (toMs: number) => setTime(Math.min(endMs, Math.max(0, toMs))),
    go: useCallback(
      (to: number) => {
        const frame = film.frames[Math.min(film.frames.length - 1, Math.max(0, to))]
        if (!frame) return
        setPlaying(false)
        setTime(frame.filmMs)
      },
      [film],
    ),
  }
}

export type Player = ReturnType<typeof usePlayer>
