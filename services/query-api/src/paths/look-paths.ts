import type { PathTree, PathVisits } from '@tba/events/paths/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { Answers } from '../trails/answers.ts'
import type { Look } from '../trails/look.ts'
import type { PathsAsked, PathVisitsAsked } from './asked.ts'
import { waysOf } from './count-paths.ts'
import { type FoundList, foundList, pageOfFound } from './found-list.ts'
import { pathKindsOf } from './path-kinds.ts'
import { treeNode } from './path-node.ts'
import { begins, trailsOfPaths } from './path-trails.ts'
import { treeOf, waysAlong } from './tree.ts'

const trees = new Answers<PathTree>(50)
/** Whole lists, of which pages are asked for one after the other. */
const lists = new Answers<FoundList>(4)

export function lookForPaths(look: Look, asked: PathsAsked): Promise<PathTree> {
  return trees.of(keyOf(look, asked), async () => {
    const { ways, kinds } = await waysIn(look, asked)
    const { event, where, direction, depth } = asked
    const root = treeNode(treeOf(ways, kinds.keyOf), { ...kinds, depth })
    return { ...root, event, where, position: positionIn(look, asked), direction, depth }
  })
}

/** The visits that took this way, in the order in which their paths began. Those that expired meanwhile are left out. */
export async function lookForPathVisits(
  look: Look,
  { way, after, limit, ...asked }: PathVisitsAsked,
): Promise<PathVisits> {
  const list = await lists.of(`${keyOf(look, asked)} ${way.join(' ')}`, async () => {
    const { ways, kinds, trails } = await waysIn(look, asked, { places: true })
    const along = waysAlong(ways, way, kinds.keyOf)
    const rows = along.map(each => ways.rows[each] as number)
    return foundList(
      trails,
      rows,
      along.map(each => ways.units[each] as number),
    )
  })
  const { page, next } = pageOfFound(list, { after, limit })
  const events = new Map(
    (await look.events(page.map(({ place }) => place))).map(event => [event.place, event]),
  )
  const visits = page.flatMap(({ place, at }) => {
    const event = events.get(place)
    if (!event) return []
    const id = event.stream.startsWith('visit-') ? idOf(event.stream) : (event.visitId ?? '')
    return [{ id, startedAt: at }]
  })
  return { visits, position: positionIn(look, asked), next }
}

async function waysIn(look: Look, asked: PathsAsked, { places = false } = {}) {
  const { fromMs, toMs, direction, depth } = asked
  const trails = await trailsOfPaths(look, asked, { upTo: look.placeAsOf(asked.asOf), places })
  const kinds = pathKindsOf(look.columns.kinds)
  const ways = waysOf(trails, kinds.kinds, {
    ...{ fromMs, toMs, direction, depth },
    begins: row => ((trails.steps[row] as number) & begins) !== 0,
  })
  return { ways, kinds, trails }
}

const positionIn = (look: Look, { asOf }: PathsAsked) => look.positionOf(look.placeAsOf(asOf))

/** The same for what has the same answer. */
function keyOf(look: Look, { event, where, direction, depth, fromMs, toMs, asOf }: PathsAsked): string {
  // As text: JSON has no infinite numbers.
  const period = `${fromMs} ${toMs}`
  return `${look.version} ${look.placeAsOf(asOf)} ${JSON.stringify([event, where, direction, depth, period])}`
}
