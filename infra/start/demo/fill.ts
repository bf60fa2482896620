import type { StreamAppend } from '@tba/event-store/port.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Visit } from './month.ts'
import { openStage, type Stage, type Step } from './stage.ts'

export type Filling = Pick<Stage, 'passwords' | 'secrets'> & {
  keyring: Keyring
  /** Makes appends in the log, in this order. */
  write(appends: readonly StreamAppend[]): Promise<void>
  onWritten(written: { visits: number; events: number }): void
  signal: AbortSignal
}

const visitsAtOnce = 96

/** Records the steps of all visits in the order of their times. While the database writes some, the next are made. */
export async function fill(filling: Filling, visits: Iterable<Visit>): Promise<void> {
  const { keyring, write, onWritten, signal } = filling
  const clock = { atMs: 0 }
  let appends: StreamAppend[] = []
  const stage = openStage({ ...filling, clock }, append => appends.push(append))
  let writing: Promise<void> = Promise.resolve()
  for (const { steps, visits: count } of inOrder(visits)) {
    // Together, since each is a trip to the database.
    const persons = steps.flatMap(({ person }) => person ?? [])
    await Promise.all(persons.map(person => keyring.sealing(person, async () => true)))
    for (const step of steps) {
      clock.atMs = step.atMs
      await step.act(stage)
    }
    await writing
    signal.throwIfAborted()
    const ready = appends
    appends = []
    const events = ready.reduce((sum, append) => sum + append.events.length, 0)
    writing = write(ready).then(() => onWritten({ visits: count, events }))
    // It is awaited a turn later.
    writing.catch(() => {})
  }
  await writing
}

/** The steps of visits that overlap, in the order of their times; those of one moment in the order of their visits. */
function* inOrder(visits: Iterable<Visit>): Generator<{ steps: Step[]; visits: number }> {
  let [waiting, count]: [Step[], number] = [[], 0]
  for (const { startMs, steps } of visits) {
    if (count === visitsAtOnce) {
      waiting.sort((one, other) => one.atMs - other.atMs)
      const later = waiting.findIndex(({ atMs }) => atMs >= startMs)
      const ready = later < 0 ? waiting.splice(0) : waiting.splice(0, later)
      yield { steps: ready, visits: count }
      count = 0
    }
    waiting.push(...steps)
    count++
  }
  waiting.sort((one, other) => one.atMs - other.atMs)
  yield { steps: waiting, visits: count }
}
