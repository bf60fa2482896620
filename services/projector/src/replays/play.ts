import type { Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { Asked, ReplayDeps } from './deps.ts'
import type { Room } from './failure.ts'
import { playFunnel } from './play-funnel.ts'
import { playProjection } from './play-projection.ts'
import { playStream } from './play-stream.ts'
import { resultOf } from './result.ts'
import { clearPieces, findAgain } from './stored-replay.ts'

/** Of memory, for what a funnel counts: a container of half a gigabyte has room for it beside the projections. */
const mostBytes = 256 * 1024 * 1024

/** Plays it to its end, from where an earlier worker left it. @returns of how many events, and of how many lines the result is */
export async function play(
  deps: ReplayDeps & Room,
  { taken, replay }: Asked,
  signal: AbortSignal,
): Promise<{ events: number; found: number }> {
  const { pool, store } = deps
  const { mode } = replay
  const end = replay.end as Position | null
  if (taken.position === '') await clearPieces(pool, taken)
  else if (mode.kind !== 'stream') await findAgain(pool, taken)
  if (mode.kind === 'projection') return playProjection(deps, { name: mode.projection, taken, signal })
  const left = mode.kind === 'stream' ? taken : { ...taken, found: 0, chunks: 0 }
  const result = resultOf(pool, left, deps)
  const playing = {
    store,
    taken: left,
    bounds: replay,
    end: end ?? ('' as Position),
    result,
    signal,
    mostBytes,
  }
  const events =
    mode.kind === 'funnel'
      ? await playFunnel(playing, mode.definition as unknown as FunnelDefinition)
      : end === null
        ? 0
        : await playStream(playing)
  return { events, found: result.found() }
}
