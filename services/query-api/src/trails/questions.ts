import type { Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { canonical } from '@tba/events/funnels/same-definition.ts'
import type { FunnelResult, FunnelUnit, InsteadView } from '@tba/events/funnels/views.ts'
import { lookForPaths, lookForPathVisits } from '../paths/look-paths.ts'
import { lookForRetention, lookForRetentionCustomers } from '../retention/look-retention.ts'
import { Answers } from './answers.ts'
import { countFunnel } from './count-funnel.ts'
import { insteadOf } from './instead-of.ts'
import type { Look } from './look.ts'
import { type Bar, type FoundUnits, named, type Place, pageOfUnits, unitsOf } from './units.ts'

const results = new Answers<FunnelResult>(100)
const insteads = new Answers<InsteadView>(100)
/** Whole lists, of which pages are asked for one after the other. */
const lists = new Answers<FoundUnits>(4)

export type AskedUnits = { definition: FunnelDefinition; bar: Bar; after: Place | null; limit: number }
export type AskedInstead = { definition: FunnelDefinition; step: number }
export type UnitsPage = { units: FunnelUnit[]; position: Position | null; next: Place | null }

/** What can be asked of the history in memory, by name: a question's first parameter is where it is answered from. */
export const questions = {
  run: (look: Look, definition: FunnelDefinition): Promise<FunnelResult> =>
    results.of(keyOf(look, definition), () => countFunnel(look, definition)),

  async units(look: Look, { definition, bar, after, limit }: AskedUnits): Promise<UnitsPage> {
    const key = `${keyOf(look, definition)} ${JSON.stringify(bar)}`
    const all = await lists.of(key, () => unitsOf(look, definition, bar))
    if (definition.by === 'customer')
      await look.own(look.placeAsOf(definition.asOf), { bots: definition.bots ?? false })
    const { page, hasMore } = pageOfUnits(all, { after, limit })
    const last = hasMore ? page.at(-1) : undefined
    return {
      units: await named(look, definition.by, page),
      position: look.positionOf(look.placeAsOf(definition.asOf)),
      next: last ? { startedAt: last.startedAt, key: last.key } : null,
    }
  },

  paths: lookForPaths,
  pathVisits: lookForPathVisits,
  retention: lookForRetention,
  retentionCustomers: lookForRetentionCustomers,
  instead: (look: Look, { definition, step }: AskedInstead): Promise<InsteadView> =>
    insteads.of(`${keyOf(look, definition)} ${step}`, () => insteadOf(look, definition, step)),
}

export type Questions = typeof questions

/** The same for what has the same answer: the same definition, of the same events. */
const keyOf = (look: Look, definition: FunnelDefinition) =>
  `${look.version} ${look.placeAsOf(definition.asOf)} ${canonical({ ...definition, asOf: undefined })}`
