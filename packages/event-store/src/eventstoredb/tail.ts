import { setTimeout as pause } from 'node:timers/promises'
import { alarm } from '../alarm.ts'
import type { StoreUnavailable } from '../port.ts'
import type { Connection } from './connection.ts'
import { asUnavailable } from './failures.ts'
import { reconnectAfterMs, tailLimits, waits } from './limits.ts'
import { isAfter, isSame, logStart, type Place } from './place.ts'
import { readHead } from './read-log.ts'
import { ordinaryTypes, subscription } from './read-request.ts'
import { isOfSystem, placeOfEvent, sizeOf, type WireEvent } from './recorded.ts'

export type Tail = ReturnType<typeof tailOf>

type Options = { pollMs: number; onOutage(error: StoreUnavailable): void }

/**
 * The newest events, read once for all followers of a process; who lags behind them reads the log alone. It is one
 * subscription to all events, and a slow poll of the head behind it, since it may fall silent.
 */
export function tailOf(connection: Connection, { pollMs, onOutage }: Options) {
  const news = alarm()
  const ring = spaced(news.ring, waits.betweenNewsMs)
  let followers = 0
  let running = new AbortController()
  let losses = 0
  let head: Place | null = null
  /** All events behind this place are held. */
  let from = logStart
  let events: WireEvent[] = []
  let bytes = 0

  async function run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const ending = new AbortController()
      const either = AbortSignal.any([signal, ending.signal])
      try {
        await begin(signal)
        await Promise.race([receive(either, () => (failures = 0)), watch(either)])
      } catch (error) {
        if (signal.aborted) return
        head = null
        losses++
        news.ring()
        if (failures === 0) onOutage(asUnavailable(error))
        await rest(reconnectAfterMs(failures++), signal)
      } finally {
        ending.abort()
      }
    }
  }

  async function begin(signal: AbortSignal): Promise<void> {
    const place = (await readHead(connection)) ?? logStart
    if (signal.aborted) return
    head = from = place
    events = []
    bytes = 0
    news.ring()
  }

  async function receive(signal: AbortSignal, onLive: () => void): Promise<void> {
    const start = isSame(from, logStart) ? 'start' : from
    const request = subscription({ from: start, types: ordinaryTypes })
    for await (const message of connection.read(request, { signal, limitMs: null })) {
      onLive()
      const event = message.getEvent()?.getEvent()
      if (signal.aborted) return
      if (event && !isOfSystem(event)) take(event)
    }
    if (!signal.aborted) throw new Error('a subscription ended by itself')
  }

  function take(event: WireEvent): void {
    events.push(event)
    bytes += sizeOf(event)
    head = placeOfEvent(event)
    while (events.length > tailLimits.events || bytes > tailLimits.bytes) {
      const oldest = events.shift()
      if (!oldest) break
      from = placeOfEvent(oldest)
      bytes -= sizeOf(oldest)
    }
    ring()
  }

  /** Rejects where the log ends elsewhere than the subscription says. */
  async function watch(signal: AbortSignal): Promise<void> {
    for (let seen: Place | null = null; !signal.aborted; ) {
      if (head && seen && isAfter(seen, head)) throw new Error('a subscription fell silent')
      await rest(pollMs, signal)
      if (signal.aborted) return
      const known = head ?? logStart
      seen = await readHead(connection)
      if (isAfter(known, seen ?? logStart)) throw new Error('the log is shorter than it was')
    }
  }

  return {
    /** Rings when the log has gone on, and when the connection was lost. */
    alarm: news,
    /** How often the connection has been lost: another log may have come back since. */
    losses: () => losses,
    /** Where the log ends; null during an outage. */
    head: () => head,
    /** All events behind a place, up to the head; null where some of them are not held any more. */
    since(place: Place): WireEvent[] | null {
      if (!head || isAfter(from, place)) return null
      return events.slice(events.findLastIndex(event => !isAfter(placeOfEvent(event), place)) + 1)
    },
    /** Reads while somebody follows. @returns how to stop following */
    join(): () => void {
      if (followers++ === 0) {
        running = new AbortController()
        void run(running.signal)
      }
      return () => {
        if (--followers > 0) return
        running.abort()
        head = null
        events = []
      }
    },
  }
}

const rest = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {})

/** Done in the next turn, then at most this often, however often it is asked for; the last time is never left out. */
function spaced(work: () => void, everyMs: number): () => void {
  let isResting = false
  let isAsked = false
  function run(): void {
    isAsked = false
    isResting = true
    // What has arrived together is told together.
    setImmediate(work)
    setTimeout(() => {
      isResting = false
      if (isAsked) run()
    }, everyMs)
  }
  return () => {
    if (isResting) isAsked = true
    else run()
  }
}
