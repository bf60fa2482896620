import { visits as knownVisits } from '@tba/command-api/tracking/visits.ts'
import type { StreamAppend } from '@tba/event-store/port.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import { actAdmin } from './act-admin.ts'
import { actVisit } from './act-visit.ts'
import type { Happening } from './month.ts'
import { type Rehearsed, rehearsal } from './rehearsal.ts'
import { sampleLog } from './sample-log.ts'
import type { Stage } from './stage.ts'

export type Filling = Pick<Stage, 'passwordOf' | 'passwords' | 'secrets'> & {
  keyring: Keyring
  adminId: string
  /** Makes appends in the log, in this order. */
  write(appends: readonly StreamAppend[]): Promise<void>
  onWritten(written: { visits: number; types: readonly string[] }): void
  signal: AbortSignal
}

/** So many stories run concurrently, so that one waiting for a key does not stop the others. */
const batchSize = 96

/**
 * Runs the stories concurrently and appends their events in the order of their times. While the database writes one
 * batch, the next one is made.
 */
export async function fill(filling: Filling, happenings: Iterable<Happening>): Promise<void> {
  const { write, onWritten, signal } = filling
  const stages = stagesOf(filling)
  let early: Rehearsed[] = []
  let writing: Promise<void> = Promise.resolve()
  for (const { portion, nextMs } of portionsOf(happenings)) {
    const acted = await stages.actOut(portion)
    // Stable: what happens in one story at the same moment stays in its order.
    const known = [...early, ...acted].sort((one, other) => one.atMs - other.atMs)
    const end = known.findIndex(({ atMs }) => atMs >= nextMs)
    const [ripe, rest] = end < 0 ? [known, []] : [known.slice(0, end), known.slice(end)]
    early = rest
    await writing
    signal.throwIfAborted()
    const visits = portion.filter(happening => 'visit' in happening).length
    writing = write(ripe).then(() =>
      onWritten({ visits, types: ripe.flatMap(({ events }) => events.map(({ type }) => type)) }),
    )
    // It is awaited a turn later.
    writing.catch(() => {})
  }
  await writing
}

/** `nextMs`: later appends have this time or a later one. */
type Portion = { portion: Happening[]; nextMs: number }

function* portionsOf(happenings: Iterable<Happening>): Generator<Portion> {
  let portion: Happening[] = []
  for (const happening of happenings) {
    if (portion.length === batchSize) {
      yield { portion, nextMs: happening.startMs }
      portion = []
    }
    portion.push(happening)
  }
  yield { portion, nextMs: Number.POSITIVE_INFINITY }
}

type Player = { stage: Stage; appended: Rehearsed[]; acting: Promise<void> }

/** A stage per story. Those of accounts and administrators are kept, since later visits build on their events. */
function stagesOf({ keyring, secrets, passwords, passwordOf, adminId }: Filling) {
  const visits = knownVisits()
  const accounts = new Map<string, Player>()

  function player(): Player {
    const appended: Rehearsed[] = []
    const clock = { atMs: 0 }
    const log = sampleLog(
      rehearsal(append => appended.push(append)),
      keyring,
      clock,
    )
    return {
      stage: { log, clock, secrets, passwords, visits, passwordOf },
      appended,
      acting: Promise.resolve(),
    }
  }
  const administrators = player()

  function playerOf(happening: Happening): Player {
    if ('admin' in happening) return administrators
    const { account } = happening.visit
    if (!account) return player()
    const known = accounts.get(account) ?? player()
    if (happening.isLast) accounts.delete(account)
    else accounts.set(account, known)
    return known
  }

  return {
    async actOut(portion: readonly Happening[]): Promise<Rehearsed[]> {
      const players = portion.map(happening => {
        const playing = playerOf(happening)
        // One visit after the other.
        playing.acting = playing.acting.then(() =>
          'admin' in happening
            ? actAdmin(playing.stage, adminId, happening.admin)
            : actVisit(playing.stage, happening.visit),
        )
        return playing
      })
      await Promise.all(players.map(({ acting }) => acting))
      return [...new Set(players)].flatMap(({ appended }) => appended.splice(0))
    },
  }
}
