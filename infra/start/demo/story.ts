import { randomUUID } from 'node:crypto'
import type { Expected } from '@tba/event-store/port.ts'
import { type CategoryOfCommand, type Command, commands, type IdOf } from '@tba/events/commands.ts'
import { isRefusal } from '@tba/events/decider.ts'
import { targetOf } from '@tba/runtime/commands/load.ts'
import type { Context, EventToRecord } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'

/** The shared state of all stories of a month. */
export type World = {
  site: string
  secrets: Pick<Secrets, 'emailHash' | 'broker'>
  /** The hash of the cast's password, and one that no password matches. */
  passwordHashes: { cast: string; others: string }
  decide: ReturnType<typeof storyDecider>
  /** Generated and not yet read: in the order of the stories, which overlap. */
  happenings: Happening[]
  /** How many there have been. */
  counts: { people: number; users: number }
}

/** An append at a time of the story. */
export type Happening = {
  atMs: number
  stream: string
  events: readonly EventToRecord[]
  expected: Expected
  context: Context
}

/** The visits of one person. It yields the earliest time of the next visit, and gets the actual one. */
export type Life = Generator<number, void, number>

/** Like a request: names the visit only with consent. */
export function contextOf(visitId?: string): Context {
  const [correlationId, causationId] = [randomUUID(), randomUUID()]
  return { actor: 'demo', correlationId, causationId, ...(visitId && { visitId }) }
}

/** Runs the product's deciders on states in memory. */
export function storyDecider() {
  const folded = new Map<string, { state: unknown; revision: number }>()
  /** @throws the product refuses the command: the story is wrong */
  return function decide<const C extends Command>(
    when: Pick<Happening, 'atMs' | 'context'>,
    id: IdOf<CategoryOfCommand<C>>,
    command: C,
  ): Happening {
    const { decider, stream } = targetOf(commands[command.type] as CategoryOfCommand<C>, id)
    const { state, revision } = folded.get(stream) ?? { state: decider.initial, revision: -1 }
    const events = decider.decide(state, command)
    if (isRefusal(events))
      throw new Error(`the story is wrong: ${command.type} was refused, ${events.refused}`)
    const recorded = { recordedAt: new Date(when.atMs).toISOString(), position: '' }
    folded.set(stream, {
      state: events.reduce((before, event) => decider.evolve(before, event, recorded), state),
      revision: revision + events.length,
    })
    return { ...when, stream, events, expected: revision < 0 ? 'no_stream' : revision }
  }
}
