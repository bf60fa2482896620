import type { Position } from '@tba/event-store/port.ts'
import type { Asked, ReplayDeps } from './deps.ts'
import type { Room } from './failure.ts'
import { playProjection } from './play-projection.ts'
import { playStream } from './play-stream.ts'
import { resultOf } from './result.ts'
import { clearPieces, findAgain } from './stored-replay.ts'

/** Plays it to its end, from where an earlier worker left it. @returns of how many events, and of how many lines the result is */
export async function play(
  deps: ReplayDeps & Room,
  { taken, replay }: Asked,
  signal: AbortSignal,
): Promise<{ events: number; found: number }> {
  const { pool, store, funnels } = deps
  const { mode } = replay
  const end = replay.end as Position | null
  if (taken.position === '') await clearPieces(pool, taken)
  else if (mode.kind !== 'stream') await findAgain(pool, taken)
  if (mode.kind === 'projection') return playProjection(deps, { name: mode.projection, taken, signal })
  const result = resultOf(pool, mode.kind === 'stream' ? taken : { ...taken, found: 0, chunks: 0 }, deps)
  let events = 0
  if (mode.kind === 'funnel') {
    const counted = await funnels.count(taken.id, signal)
    events = counted.events
    result.add(`${counted.result}\n`, 1)
    await result.commit({ position: end ?? ('' as Position), done: events })
  } else if (end !== null) events = await playStream({ store, taken, bounds: replay, end, result, signal })
  return { events, found: result.found() }
}
