import { isDiskFull } from '@tba/runtime/disk.ts'
import type { Playing, ReplayDeps, ReplayPlayer } from '@tba/runtime/jobs/play-replays.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { connect } from '../../engine/database/connection.ts'
import { FoldFailed, ProjectionHalted, WriteRefused } from '../../engine/database/faults.ts'
import { NotLive } from '../../verify/comparison.ts'
import { playProjection } from './play-projection.ts'
import { dropReplaySchemas, progressOf } from './stored-replay.ts'

type Needs = ReplayDeps & {
  objects: Objects
  logger: Record<'error', (fields: object, message: string) => void>
}

/** Plays the replays through a projection. The query-api plays all others. */
export const projectionPlayer = (deps: Needs): ReplayPlayer => ({
  ...deps,
  kinds: ['projection'],
  play: playing => play(deps, playing),
  failureOf(error) {
    if (error instanceof NotLive) return 'notLive'
    if (error instanceof FoldFailed || error instanceof WriteRefused || error instanceof ProjectionHalted)
      return 'unfoldable'
    return isDiskFull(error) ? 'noRoom' : null
  },
  onEnd: () => dropReplaySchemas(deps.pool),
  onError: err => deps.logger.error({ err }, 'a replay has failed'),
})

async function play(deps: Needs, { held, replay, assertRoom, signal }: Playing) {
  const name = replay.mode.kind === 'projection' ? replay.mode.projection : ''
  const connection = await connect(deps.connectionString)
  try {
    const storeProgress = progressOf(connection, held, assertRoom)
    return await playProjection({ ...deps, connection, held, name, storeProgress, signal })
  } finally {
    await connection.close()
  }
}
