import { isPosition } from '@tba/event-store/position.ts'
import type { ReplayDeps, ReplayPlayer } from '@tba/runtime/jobs/play-replays.ts'
import { untilAborted } from '@tba/runtime/jobs/race-tasks.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { putResult } from '@tba/runtime/storage/replay-results.ts'
import type { Copy } from '../analytics/copy/copy.ts'
import type { toHttpFailure } from '../analytics/copy/failures.ts'
import { playReplay } from './play-replay.ts'

type Needs = ReplayDeps & { copy: Copy; objects: Objects; onError: (error: unknown) => void }

/** Longer than for a browser, because no browser waits. */
const withinMs = 600_000

/** Plays the replays that are a query on the analysts' copy. The projector plays those through a projection. */
export const copyPlayer = ({ copy, objects, ...deps }: Needs): ReplayPlayer => ({
  ...deps,
  kinds: ['stream', 'funnel'],
  async play({ replay: { mode, end, ...filter }, signal }) {
    const options = {
      withinMs,
      signal,
      isBackground: true,
      ...(end !== null && isPosition(end) && { required: end }),
    }
    const playing = copy.query(playReplay, { mode, filter, end }, options)
    const { result, ...counts } = await untilAborted(signal, playing)
    return { ...counts, result: result && (await putResult(objects, [result])) }
  },
  failureOf(error) {
    const { kind = 'error' } = error as Partial<ReturnType<typeof toHttpFailure>>
    if (kind === 'long' || kind === 'large') return 'tooLarge'
    // Otherwise the copy is behind or busy.
    return kind === 'error' || kind === 'invalid' ? null : 'later'
  },
})
