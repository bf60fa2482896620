import { type CategoryOfCommand, type Command, commands, type IdOf } from '@tba/events/commands.ts'
import { isRefusal } from '@tba/events/decider.ts'
import { targetOf } from '@tba/runtime/commands/load.ts'
import type { Context, EventToRecord } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'

/** The product that everybody visits. */
export type Site = {
  address: string
  secrets: Pick<Secrets, 'emailHash' | 'broker'>
  /** Of all customers. */
  passwordHash: string
}

export type TimedAppend = { atMs: number; stream: string; events: EventToRecord[]; context: Context }

/** The visits of one person. It yields the earliest time of the next visit, and gets the actual one. */
export type Visitor = Generator<number, void, number>

/** When and where something was done. */
type Origin = { atMs: number } & Pick<Context, 'visitId' | 'sessionId'> &
  Partial<Pick<Context, 'correlationId'>>

/** What everybody did in a month. Visits overlap, so it is not in order of time. */
export class World {
  readonly site: Site
  peopleCount = 0
  customerCount = 0
  readonly #appends: TimedAppend[] = []
  /** The deciders' states, by stream. */
  readonly #states = new Map<string, unknown>()

  constructor(site: Site) {
    this.site = site
  }

  append({ atMs, ...ids }: Origin, stream: string, events: readonly EventToRecord[]): void {
    const recordedAt = new Date(atMs).toISOString()
    const context = {
      actor: 'demo',
      correlationId: crypto.randomUUID(),
      causationId: crypto.randomUUID(),
      ...ids,
    }
    this.#appends.push({ atMs, stream, events: events.map(event => ({ ...event, recordedAt })), context })
  }

  /** Asks the product's decider. @throws it refuses the command, so the month is wrong */
  record<const C extends Command>(origin: Origin, id: IdOf<CategoryOfCommand<C>>, command: C): void {
    const { decider, stream } = targetOf(commands[command.type] as CategoryOfCommand<C>, id)
    const state = this.#states.get(stream) ?? decider.initial
    const events = decider.decide(state, command)
    if (isRefusal(events)) throw new Error(`${command.type} was refused: ${events.refused}`)
    // A profile that is saved again changes nothing.
    if (events.length === 0) return
    const recorded = { recordedAt: new Date(origin.atMs).toISOString(), position: '' }
    const evolved = events.reduce((before, event) => decider.evolve(before, event, recorded), state)
    this.#states.set(stream, evolved)
    this.append(origin, stream, events)
  }

  /** Takes out all appends before this time, in order. */
  takeBefore(beforeMs: number): TimedAppend[] {
    this.#appends.sort((one, other) => one.atMs - other.atMs)
    const later = this.#appends.findIndex(({ atMs }) => atMs >= beforeMs)
    return this.#appends.splice(0, later < 0 ? this.#appends.length : later)
  }
}
