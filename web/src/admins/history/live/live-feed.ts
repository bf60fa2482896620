import { useEffect, useRef, useState } from 'react'
import { hasStatus } from '../../../api/http.ts'
import { consoleStream, isRefusal } from '../../api/calls.ts'
import { type EventRow, eventRow } from '../history-data.ts'
import { noLiveRows, withArrived, withWaiting } from './live-rows.ts'
import { serverSent } from './server-sent.ts'

type LiveState = 'opening' | 'open' | 'lost' | 'refused'

type LiveFeed = {
  query: string
  /** Empty: from now on. */
  after: string
  came: (row: EventRow) => void
  state: (state: LiveState) => void
}

/** The server sends its head every 5 s. Without it, the connection is dead. */
const deadAfterMs = 15_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Delivers each new event once and in order. After a cut it resumes at the last message. Returns a stop function. */
function followEvents(feed: LiveFeed): () => void {
  const stopping = new AbortController()
  void keepFollowing(feed, stopping.signal)
  return () => stopping.abort()
}

async function keepFollowing(feed: LiveFeed, stopped: AbortSignal) {
  const place = { after: feed.after, pauseMs: firstPauseMs }
  while (!stopped.aborted) {
    feed.state(place.pauseMs === firstPauseMs ? 'opening' : 'lost')
    try {
      await followOnce(feed, place, stopped)
    } catch (error) {
      if (stopped.aborted || isRefusal(error)) return
      const isMisasked = hasStatus(error, 400)
      if (isMisasked && place.after === '') return feed.state('refused')
      // The log may have been restored: start at its end.
      if (isMisasked) place.after = ''
    }
    if (stopped.aborted) return
    feed.state('lost')
    const pauseMs = place.pauseMs * (0.5 + Math.random())
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    place.pauseMs = Math.min(longestPauseMs, place.pauseMs * 2)
  }
}

type Place = { after: string; pauseMs: number }

async function followOnce(feed: LiveFeed, place: Place, stopped: AbortSignal) {
  const silent = new AbortController()
  const awaitNext = () => setTimeout(() => silent.abort(), deadAfterMs)
  let timer = awaitNext()
  try {
    const query = new URLSearchParams(feed.query)
    if (place.after) query.set('after', place.after)
    const answer = await consoleStream(
      `/api/admin/events/live?${query}`,
      AbortSignal.any([stopped, silent.signal]),
    )
    if (!answer.body) return
    for await (const { event, data, id } of serverSent(answer.body)) {
      if (stopped.aborted) return
      clearTimeout(timer)
      timer = awaitNext()
      // A proxy may hold messages back: only a message proves the connection.
      feed.state('open')
      place.pauseMs = firstPauseMs
      const row = event === 'event' ? rowIn(data) : null
      if (row) feed.came(row)
      // Heads count too: otherwise a rare filter searches the same part again.
      if (id !== null) place.after = id
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Null: unknown shape. Otherwise the stream would break at this event again and again. */
function rowIn(data: string): EventRow | null {
  try {
    return eventRow.parse(JSON.parse(data))
  } catch {
    return null
  }
}

/** Not one by one: hundreds may come in a second. */
const drawEveryMs = 250

export type Following = Parameters<LiveFeed['state']>[0] | 'off'

type Options = {
  query: string
  /** The position at which the list was read; null: not read yet. */
  after: string | null
  newest: string
  isOn: boolean
  /** The reader is busy: new events wait. */
  isHeld: boolean
}

export function useLive({ query, after, newest, isOn, isHeld }: Options) {
  const [live, setLive] = useState(noLiveRows)
  const [state, setState] = useState<Following>('off')
  const list = useRef({ isHeld, newest })
  const last = useRef('')

  if (!isHeld && live.waitingCount > 0) setLive(withWaiting(live, newest))
  useEffect(() => {
    list.current = { isHeld, newest }
  }, [isHeld, newest])

  const isFollowing = isOn && after !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list ended counts for the start alone.
  useEffect(() => {
    if (!isFollowing) return
    let came: EventRow[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    function draw() {
      timer = undefined
      const rows = came
      came = []
      setLive(before => withArrived(before, rows, list.current))
    }
    const stop = followEvents({
      query,
      after: last.current || (after ?? ''),
      state: setState,
      came(row) {
        last.current = row.position
        came.push(row)
        timer ??= setTimeout(draw, drawEveryMs)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
      if (came.length > 0) draw()
      setState('off')
    }
  }, [query, isFollowing])

  return { live, state }
}
