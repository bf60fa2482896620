import type { EventSourceMessage } from 'eventsource-parser'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasStatus, requirePosition } from '../../../api/http.ts'
import { followEvents } from '../../../live/follow-events.ts'
import { consoleStream, isSessionEnded } from '../../api/calls.ts'

export type LiveState = 'off' | 'opening' | 'open' | 'lost' | 'refused'

type Feed = {
  query: string
  /** New events, after which the list must be read; 0: events from before the stream opened. */
  onEvents: (count: number) => void
  setState: (state: LiveState) => void
}

/** The server sends its head every 5 s. */
const times = { deadAfterMs: 15_000, firstPauseMs: 1_000, maxPauseMs: 30_000 }

/** Says when the list has news. After a break the list is read again. */
function follow({ query, onEvents, setState }: Feed, stopped: AbortSignal) {
  setState('opening')
  let isOpen = false
  const stream = {
    ...times,
    open: (signal: AbortSignal) => consoleStream(`/api/admin/events/live?${query}`, signal),
    onMessage({ id, event }: EventSourceMessage) {
      // The next read of the list must include this event.
      requirePosition(id ?? '')
      if (!isOpen) {
        setState('open')
        onEvents(0)
      }
      isOpen = true
      if (event === 'event') onEvents(1)
    },
    onBroken(error: unknown) {
      isOpen = false
      if (isSessionEnded(error)) return true
      const isRefused = hasStatus(error, 400)
      setState(isRefused ? 'refused' : 'lost')
      return isRefused
    },
  }
  return followEvents(stream, stopped)
}

/** Not for each event: hundreds may come in a second. */
const readEveryMs = 250

type Options = {
  query: string
  isOn: boolean
  /** The reader is busy, or a read is underway: new events wait. */
  isHeld: boolean
  read: () => unknown
}

/** Reads the list again when events come. */
export function useLive({ query, isOn, isHeld, read }: Options) {
  const [state, setState] = useState<LiveState>('off')
  const [newCount, setNewCount] = useState<number | null>(null)
  const readNow = useEffectEvent(() => {
    setNewCount(null)
    void read()
  })
  useEffect(() => {
    if (!isOn) return
    const stopping = new AbortController()
    const onEvents = (count: number) => setNewCount(before => (before ?? 0) + count)
    void follow({ query, onEvents, setState }, stopping.signal)
    return () => {
      stopping.abort()
      setState('off')
      setNewCount(null)
    }
  }, [query, isOn])
  const isDue = newCount !== null && !isHeld
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(readNow, readEveryMs)
    return () => clearTimeout(timer)
  }, [isDue])
  return { state, waiting: isHeld ? (newCount ?? 0) : 0 }
}
