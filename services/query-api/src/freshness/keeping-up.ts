import type { Checkpoints } from './checkpoints.ts'
import type { Freshness } from './freshness.ts'
import type { LogHead } from './log-head.ts'

type Followed = {
  head: Pick<LogHead, 'read'>
  checkpoints: Checkpoints
  freshness: Pick<Freshness, 'reach'>
}

/**
 * For `/readyz`. Being far behind is no reason to send readers to another instance, which is as far behind; standing still
 * is one.
 * @throws {Error} naming the projections that neither reach the end of the log nor move towards it
 */
export async function assertKeepingUp(followed: Followed, projections: readonly string[]): Promise<void> {
  const { checkpoints, freshness } = followed
  const head = await followed.head.read()
  if (head === null) return
  const before = projections.map(checkpoints.of)
  if (await freshness.reach(projections, head)) return
  const still = projections.filter(
    (projection, at) =>
      checkpoints.of(projection) === before[at] && !checkpoints.hasReached([projection], head),
  )
  if (still.length > 0) throw new Error(`no longer projected: ${still.join(', ')}`)
}
