import { randomUUID } from 'node:crypto'
import type { Expected } from '@tba/event-store/port.ts'
import { type CategoryOfCommand, type Command, commands, type IdOf } from '@tba/events/commands.ts'
import { isRefusal } from '@tba/events/decider.ts'
import { targetOf } from '@tba/runtime/commands/load.ts'
import type { Context, EventToRecord } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'

/** The shared state of all visitors of a month. */
export type World = {
  site: string
  secrets: Pick<Secrets, 'emailHash' | 'broker'>
  /** Of all customers. */
  passwordHash: string
  record: ReturnType<typeof recorder>
  /** Generated and not yet read. Visits overlap, so they are not in order of time. */
  appends: TimedAppend[]
  counts: { people: number; users: number }
}

export type TimedAppend = {
  atMs: number
  stream: string
  events: readonly EventToRecord[]
  expected: Expected
  context: Context
}

/** The visits of one person. It yields the earliest time of the next visit, and gets the actual one. */
export type Visitor = Generator<number, void, number>

/** Like a request: names the visit only with consent. */
export function contextOf(visitId?: string): Context {
  const [correlationId, causationId] = [randomUUID(), randomUUID()]
  return { actor: 'demo', correlationId, causationId, ...(visitId && { visitId }) }
}

/** Runs the product's deciders on states in memory. @returns how to record a command. */
export function recorder(appends: TimedAppend[]) {
  const folded = new Map<string, { state: unknown; revision: number }>()
  /** @throws the product refuses the command, so the month is wrong */
  return function record<const C extends Command>(
    when: Pick<TimedAppend, 'atMs' | 'context'>,
    id: IdOf<CategoryOfCommand<C>>,
    command: C,
  ): void {
    const { decider, stream } = targetOf(commands[command.type] as CategoryOfCommand<C>, id)
    const { state, revision } = folded.get(stream) ?? { state: decider.initial, revision: -1 }
    const events = decider.decide(state, command)
    if (isRefusal(events)) throw new Error(`${command.type} was refused: ${events.refused}`)
    // A profile that is saved again changes nothing.
    if (events.length === 0) return
    const recorded = { recordedAt: new Date(when.atMs).toISOString(), position: '' }
    folded.set(stream, {
      state: events.reduce((before, event) => decider.evolve(before, event, recorded), state),
      revision: revision + events.length,
    })
    appends.push({ ...when, stream, events, expected: revision < 0 ? 'no_stream' : revision })
  }
}
