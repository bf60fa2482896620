import { useEffect, useRef, useState } from 'react'
import type { EventRow } from './history-data.ts'
import { followEvents, type LiveFeed } from './live-feed.ts'
import { cameIn, letIn, noLiveRows } from './live-rows.ts'

/** What comes in is shown four times a second at most: hundreds a second would be drawn one by one. */
const drawEveryMs = 250

export type LiveState = Parameters<LiveFeed['state']>[0] | 'off'

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
  const [state, setState] = useState<LiveState>('off')
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
