import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { customersTiedBetween, ownersOf, tiesOfVisits } from './customers.ts'
import { type KindRules, placesOfTypes, type Row } from './history-rows.ts'
import type { Reading } from './units.ts'

type New = { rows: readonly Row[]; after: PackedPosition; upTo: PackedPosition }

/** The units of which new events may change how far they came: at least those, by the keys of their streams. */
export async function touchedBy(
  reading: Reading,
  { definition, rules }: { definition: FunnelDefinition; rules: KindRules },
  news: New,
): Promise<number[]> {
  const taken = news.rows.filter(({ kind }) => rules.of(kind))
  const visits = new Set<number>()
  for (const { kind, stream, carrier } of taken) {
    if (kind > 0) visits.add(stream)
    if (carrier !== null) visits.add(carrier)
  }
  if (definition.by === 'visit') return [...visits]
  const { query } = reading
  const [owners, ofVisits, tied, registered] = [
    await ownersOf(
      reading,
      taken.filter(({ kind }) => kind < 0),
    ),
    await tiesOfVisits(query, [...visits]),
    await customersTiedBetween(query, news),
    await placesOfTypes(query, ['AccountRegistered'], news),
  ]
  return [
    ...new Set([
      ...owners,
      ...ofVisits.map(({ account }) => account),
      ...tied,
      ...registered.map(({ stream }) => stream),
    ]),
  ]
}
