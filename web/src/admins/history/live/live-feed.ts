import { readSide } from '@tba/events/history/views.ts'
import { useEffect, useRef, useState } from 'react'
import { hasStatus } from '../../../api/http.ts'
import { consoleStream, isRefusal } from '../../api/calls.ts'
import { type EventRow, eventRow } from '../history-data.ts'
import { cameIn, letIn, noLiveRows } from './live-rows.ts'
import { serverSent } from './server-sent.ts'

type LiveState = 'opening' | 'open' | 'lost' | 'refused'

type LiveFeed = {
  /** The filters. */
  query: string
  /** The position from which on; empty: from now on. */
  after: string
  came: (row: EventRow) => void
  head: (head: { lagMs: number }) => void
  state: (state: LiveState) => void
}

/** The server tells its head every 5 s: after so long without a word the connection counts as dead. */
const deadAfterMs = 15_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/**
 * Tells each event that is recorded from now on, in order, none twice and none left out: after a cut it goes on behind what
 * the server has told or searched. Ends by itself where the server refuses the call as such.
 * @returns how to stop it
 */
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
      // A position of a log that was put back since, perhaps: the next try begins where the log ends now.
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
      // Only now: that it was answered says nothing yet where a proxy holds the messages back.
      feed.state('open')
      place.pauseMs = firstPauseMs
      if (event === 'head') feed.head(readSide.parse(JSON.parse(data)))
      const row = event === 'event' ? rowIn(data) : null
      if (row) feed.came(row)
      // A head's too: where nothing matches for long, the log would be searched from the same place again.
      if (id !== null) place.after = id
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Null where it has no known shape: the tail would be cut by it, begin before it again, and never get past it. */
function rowIn(data: string): EventRow | null {
  try {
    return eventRow.parse(JSON.parse(data))
  } catch {
    return null
  }
}

/** What comes in is shown four times a second at most: hundreds a second would be drawn one by one. */
const drawEveryMs = 250

export type Following = Parameters<LiveFeed['state']>[0] | 'off'

type Options = {
  query: string
  /** Where the list ends that was read; null: it has not been read. */
  after: string | null
  /** The newest row of the list, as it was read last. */
  newest: string
  isOn: boolean
  /** Somebody reads: what comes in waits. */
  isHeld: boolean
}

/** The events that come in above the list, as long as it is shown and followed. */
export function useLive({ query, after, newest, isOn, isHeld }: Options) {
  const [live, setLive] = useState(noLiveRows)
  const [state, setState] = useState<Following>('off')
  const [lagMs, setLagMs] = useState<number | null>(null)
  const list = useRef({ isHeld, newest })
  const last = useRef('')

  // What waited comes in with the first that is no longer held.
  if (!isHeld && live.waitingCount > 0) setLive(letIn(live, newest))
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
      setLive(before => cameIn(before, rows, list.current))
    }
    const stop = followEvents({
      query,
      after: last.current || (after ?? ''),
      state: setState,
      head: head => setLagMs(head.lagMs),
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
      setLagMs(null)
    }
  }, [query, isFollowing])

  return {
    live,
    state,
    /** The read side's delay as the stream tells it; null where nothing is followed. */
    lagMs,
  }
}
