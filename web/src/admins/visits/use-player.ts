import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useFilters } from '../parts/filters.ts'
import { pause, play, type Speed, seek, speedIn, standing, timeIn, timeOf, withSpeed } from './clock.ts'
import { type Film, frameAt } from './film.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** A pause after which it counts as chosen: a scrub would change the address with each pixel. */
const settledMs = 200

const secondsOf = (ms: number) => String(Math.round(ms) / 1_000)

/** Plays a film from where its address says. Where it stands stands in the address; while it runs nothing is written there. */
export function usePlayer(film: Film) {
  const { endMs } = film
  const filters = useFilters()
  const isStill = useReducedMotion()
  const [nowMs, setNow] = useState(() => performance.now())
  const [clock, setClock] = useState(() => {
    const speed = speedIn(filters.of('speed'))
    return standing(timeIn(filters.of('t'), endMs), speed)
  })
  const timeMs = timeOf(clock, nowMs, endMs)
  const at = frameAt(film, timeMs)
  const isPlaying = clock.sinceMs !== null
  const hasEnded = isPlaying && timeMs >= endMs
  if (hasEnded) setClock(standing(endMs, clock.speed))

  useEffect(() => {
    if (!isPlaying) return
    let frame = requestAnimationFrame(function tick() {
      setNow(performance.now())
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])

  const write = useEffectEvent(() => {
    const [t, speed] = [
      clock.atMs > 0 ? secondsOf(clock.atMs) : '',
      clock.speed > 1 ? String(clock.speed) : '',
    ]
    if (t !== filters.of('t') || speed !== filters.of('speed')) filters.setAll({ t, speed })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each rest of the clock is written once.
  useEffect(() => {
    if (isPlaying) return
    const timer = setTimeout(write, settledMs)
    return () => clearTimeout(timer)
  }, [isPlaying, clock.atMs, clock.speed])

  const acts = useMemo(() => {
    const now = () => {
      const ms = performance.now()
      setNow(ms)
      return ms
    }
    return {
      toggle: () =>
        setClock(held => {
          const ms = performance.now()
          return held.sinceMs === null ? play(held, ms, endMs) : pause(held, ms, endMs)
        }),
      seek: (toMs: number) => {
        const ms = now()
        setClock(held => seek(held, Math.min(endMs, toMs), ms))
      },
      go: (to: number) => {
        const frame = film.frames[Math.min(film.frames.length - 1, Math.max(0, to))]
        if (frame) setClock(held => standing(frame.filmMs, held.speed))
      },
      setSpeed: (speed: Speed) => {
        const ms = now()
        setClock(held => withSpeed(held, speed, ms, endMs))
      },
    }
  }, [film, endMs])

  // Who wants no motion sees the film from event to event.
  const shownMs = isStill && isPlaying ? (film.frames[at]?.filmMs ?? 0) : timeMs
  return { at, timeMs: shownMs, isPlaying: isPlaying && !hasEnded, speed: clock.speed, ...acts }
}

export type Player = ReturnType<typeof usePlayer>
