import { type Faults, tooSlow } from './faults.ts'
import { type EmulatedLog, type Entry, sizeOf } from './log.ts'
import {
  caughtUp,
  checkpoint,
  confirmation,
  eventOf,
  matcher,
  type Options,
  type ReadCall,
  type Send,
} from './messages.ts'

type Subscriber = { log: EmulatedLog; faults: Faults; call: ReadCall; send: Send }

/**
 * Confirmation, then events and checkpoints from the position (exclusive), `caughtUp` at the end and again after each
 * catch-up. A checkpoint comes every `window` times `multiplier` events; one of the catch-up has `prepare: 0`, where the
 * next record starts.
 */
export async function subscribe({ log, faults, call, send }: Subscriber, options: Options): Promise<void> {
  const position = options.getAll()?.getPosition()
  const matches = matcher(options)
  const filter = options.getFilter()
  const every = (filter?.getMax() || 32) * (filter?.getCheckpointintervalmultiplier() || 1)
  let cursor = -1n
  // `prepare: 0` means the position of a checkpoint. The record that starts there is next.
  if (position)
    cursor = BigInt(position.getCommitPosition()) - (position.getPreparePosition() === '0' ? 1n : 0n)
  let considered = 0
  let isLive = false
  const remaining = () => log.all.slice(log.indexAt(cursor + 1n))
  const { stop, news } = watching(log, call)
  open.get(log)?.add(call) ?? open.set(log, new Set([call]))
  try {
    if (!(await send(confirmation()))) return
    if (remaining().length === 0) {
      isLive = true
      await send(caughtUp())
    }
    while (!call.cancelled) {
      const entries: Entry[] = remaining()
      for (const entry of entries) {
        if (isLive && faults.dropsSlowReader) {
          faults.dropsSlowReader = false
          throw tooSlow()
        }
        cursor = entry.position
        if (matches(entry) && !(await send(eventOf(entry)))) return
        if (++considered % every === 0) {
          const next = entry.position + sizeOf(entry)
          if (!(await send(isLive ? checkpoint(cursor, cursor) : checkpoint(next, 0n)))) return
        }
      }
      if (remaining().length > 0) continue
      if (!isLive) {
        isLive = true
        if (!(await send(checkpoint(cursor, cursor))) || !(await send(caughtUp()))) return
      }
      await news()
    }
  } finally {
    stop()
    open.get(log)?.delete(call)
  }
}

const open = new WeakMap<EmulatedLog, Set<ReadCall>>()

export function endSilently(log: EmulatedLog): void {
  for (const call of [...(open.get(log) ?? [])]) call.end()
}

function watching(log: EmulatedLog, call: ReadCall) {
  let seen = log.all.length
  let wake = () => {}
  const wakeUp = () => wake()
  const unwatch = log.watch(wakeUp)
  call.once('cancelled', wakeUp)
  return {
    stop: unwatch,
    async news() {
      if (log.all.length === seen && !call.cancelled) await new Promise<void>(resolve => (wake = resolve))
      seen = log.all.length
    },
  }
}
