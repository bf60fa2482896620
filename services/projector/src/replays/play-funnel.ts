import type { Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { satisfies } from '@tba/events/funnels/matches.ts'
import { recordedMs } from '@tba/events/history/recorded-at.ts'
import type { Json } from '@tba/events/json.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { ExpiredVisits } from './expired-visits.ts'
import { FunnelFold } from './funnel-fold.ts'
import { lineOf, readNote } from './funnel-notes.ts'
import { matching } from './matching.ts'
import { pace } from './pace.ts'
import type { Playing } from './play-stream.ts'

const stretch = 250

/** What an earlier worker has kept was written by another build. */
class Unreadable extends Error {}

/**
 * Counts a funnel over the events that were chosen, from the log itself. Who is a robot and which visits are whose is read
 * from all of it. What counts of it is kept on the way, so that the next worker goes on behind that.
 * @returns how many events it went through
 */
export async function playFunnel(playing: Playing, definition: FunnelDefinition): Promise<number> {
  const { taken, result } = playing
  try {
    return await playOn(playing, definition)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await result.beginAgain()
    return playOn({ ...playing, taken: { ...taken, position: '' as Position, done: 0 } }, definition)
  }
}

async function playOn(
  { store, taken, bounds, end, result, signal, mostBytes }: Playing,
  definition: FunnelDefinition,
): Promise<number> {
  const { asOf } = definition
  const last = asOf !== undefined && asOf < end ? (asOf as Position) : end
  const isPlayed = matching(bounds)
  const gone = await ExpiredVisits.of(store)
  const turn = pace(signal)
  const fold = new FunnelFold(definition, { gone, turn, mostBytes })
  let { position, done } = taken
  if (position !== '')
    for await (const lines of result.kept()) {
      for (const line of lines) {
        const note = readNote(line)
        if (note === null) throw new Unreadable()
        fold.take(note)
      }
      fold.assertRoom()
      await turn()
    }
  if (last !== '') {
    for await (const event of store.readAll(position ? { after: position } : {})) {
      if (event.position > last) break
      done += 1
      position = event.position
      const { data } = maskEvent(event)
      const steps = isPlayed(event) ? stepsOf(definition, event.type, data) : 0
      const { stream, type, metadata } = event
      const visitId = typeof metadata?.visitId === 'string' ? metadata.visitId : null
      const note = { stream, type, position, visitId, at: recordedMs(event), steps, data }
      if (fold.take(note)) result.keep(lineOf(note))
      if (done % stretch !== 0) continue
      fold.assertRoom()
      await turn()
      if (!result.isDue()) continue
      signal.throwIfAborted()
      await result.commit({ position, done })
    }
  }
  signal.throwIfAborted()
  result.add(`${JSON.stringify(await fold.counted(last))}\n`, 1)
  await result.commit({ position, done })
  return done
}

/** Bit k: the event matches step k + 1. */
function stepsOf({ steps }: FunnelDefinition, type: string, data: { [name: string]: Json }): number {
  let bits = 0
  for (const [at, { event, where = [] }] of steps.entries())
    if (event === type && satisfies(where, data)) bits |= 1 << at
  return bits
}
