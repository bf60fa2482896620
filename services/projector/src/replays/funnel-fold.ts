import { chainsBy } from '@tba/events/funnels/chain.ts'
import { countWhole } from '@tba/events/funnels/count.ts'
import { type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import type { ExpiredVisits } from './expired-visits.ts'
import { ReplayFailed } from './failure.ts'
import type { Note } from './funnel-notes.ts'
import { StepEvents, type Trails, trailOf } from './funnel-trails.ts'
import { FunnelUnits } from './funnel-units.ts'

type Folding = {
  gone: ExpiredVisits
  /** Lets others of this process have their turn. */
  turn: () => Promise<void>
  /** Of memory, for all that is counted. */
  mostBytes: number
}

/** After so many units, others may have their turn. */
const stretch = 1_024

/** A funnel on its way: which events match its steps, and of whom they are. */
export class FunnelFold {
  private readonly definition: FunnelDefinition
  private readonly folding: Folding
  private readonly units: FunnelUnits
  private readonly events = new StepEvents()

  constructor(definition: FunnelDefinition, folding: Folding) {
    this.definition = definition
    this.folding = folding
    this.units = new FunnelUnits(definition, folding.gone)
  }

  /** @returns whether anything of it counts */
  take(note: Note): boolean {
    const { stream, type, position, visitId, at, steps, data } = note
    if (this.folding.gone.holds(note)) return false
    const { owner, visit, isNew } = this.units.take({ stream, type, position, metadata: { visitId }, data })
    if (steps > 0) this.events.add({ at, steps, owner, visit })
    return steps > 0 || isNew
  }

  /** @throws {ReplayFailed} where counting takes more memory than is granted */
  assertRoom(more = 0): void {
    if (this.units.bytes + this.events.bytes + more <= this.folding.mostBytes) return
    throw new ReplayFailed('tooLarge', `counting takes more than ${this.folding.mostBytes} bytes of memory`)
  }

  async counted(last: string): Promise<FunnelResult> {
    const { units, events } = this
    const definition = resolved(this.definition, Date.now())
    const { turn } = this.folding
    units.settle()
    this.assertRoom()
    const trails = await events.arranged({
      units: units.size,
      unitsOf: (owner, visit) => units.unitsOf(owner, visit),
      turn,
      assertRoom: more => this.assertRoom(more),
    })
    const { compareTo } = definition
    return {
      position: last || null,
      ...{ from: definition.from, to: definition.to, open: 0 },
      ...(await this.view(trails, definition)),
      ...(compareTo && { compared: await this.view(trails, compareTo) }),
    }
  }

  private async view(trails: Trails, period: { from: string; to: string }) {
    const { units } = this
    const definition = resolved(this.definition, Date.now())
    const rules = rulesOf(definition, period)
    const chain = chainsBy(rules)
    const counts = await countWhole(rules.steps, async into => {
      for (let unit = 0; unit < units.size; unit++) {
        if (unit % stretch === 0) await this.folding.turn()
        const trail = trailOf(trails, unit)
        if (trail) into.add(trail, chain(trail), units.valueOf(unit))
      }
    })
    return { steps: counts.results(), ...(definition.breakdown && counts.byValue()) }
  }
}
