import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasStatus, requirePosition } from '../../../api/http.ts'
import { consoleStream, isSessionEnded } from '../../api/calls.ts'

export type LiveState = 'off' | 'opening' | 'open' | 'lost' | 'refused'

type Feed = {
  query: string
  /** New events, after which the list must be read; 0: events from before the stream opened. */
  onEvents: (count: number) => void
  setState: (state: LiveState) => void
}

/** The server sends its head every 5 s. Without it, the connection is dead. */
const deadAfterMs = 15_000
const firstPauseMs = 1_000
const maxPauseMs = 30_000

/** Says when the list has news. After a cut it starts again, and the list is read again. */
async function followWithRetries(feed: Feed, stopped: AbortSignal) {
  feed.setState('opening')
  let pauseMs = firstPauseMs
  const opened = () => {
    pauseMs = firstPauseMs
    feed.setState('open')
    feed.onEvents(0)
  }
  while (!stopped.aborted) {
    try {
      await followOnce(feed, opened, stopped)
    } catch (error) {
      if (stopped.aborted || isSessionEnded(error)) return
      if (hasStatus(error, 400)) return feed.setState('refused')
    }
    if (stopped.aborted) return
    feed.setState('lost')
    const waitMs = pauseMs * (0.5 + Math.random())
    await new Promise(resolve => setTimeout(resolve, waitMs))
    pauseMs = Math.min(maxPauseMs, pauseMs * 2)
  }
}

async function followOnce({ query, onEvents }: Feed, opened: () => void, stopped: AbortSignal) {
  const silence = new AbortController()
  const awaitNext = () => setTimeout(() => silence.abort(), deadAfterMs)
  let timer = awaitNext()
  try {
    const signal = AbortSignal.any([stopped, silence.signal])
    const { body } = await consoleStream(`/api/admin/events/live?${query}`, signal)
    const reader = body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    let isOpen = false
    for (let next = await reader?.read(); next?.value && !stopped.aborted; next = await reader?.read()) {
      clearTimeout(timer)
      timer = awaitNext()
      // The next read of the list must include this event.
      requirePosition(next.value.id ?? '')
      // A proxy may hold messages back: only a message proves the connection.
      if (!isOpen) opened()
      isOpen = true
      if (next.value.event === 'event') onEvents(1)
    }
  } finally {
    clearTimeout(timer)
  }
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
    void followWithRetries({ query, onEvents, setState }, stopping.signal)
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
