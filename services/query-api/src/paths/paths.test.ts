import type { Attributes } from '@tba/events/attributes.ts'
import type { PathNode } from '@tba/events/paths/views.ts'
import type { SideKind } from '@tba/events/tracking/interaction-type.ts'
import { maxBranches, treeOf, waysAlong } from './tree.ts'
import { type WayInput, wayFinder } from './ways.ts'

type Event = { type: string; attributes: Attributes; atMs: number }
const page = 'https://example.com/'
const week = 7 * 86_400_000
const at = (event: Omit<Event, 'atMs'>, atMs = 0): Event => ({ ...event, atMs })
const viewed = (path: string) => ({
  type: 'InteractionTracked',
  attributes: { eventType: 'page_view', page: `${page}${path}` },
})
const echo = { eventName: 'page_view', eventCategory: 'navigation' }
const echoed = (path: string) => ({
  type: 'AnalyticsEventTracked',
  attributes: { ...echo, eventLabel: `/${path}`, page: `${page}${path}` },
})
const clicked = (text: string) => ({
  type: 'InteractionTracked',
  attributes: { eventType: 'button_click', elementText: text, elementId: 'id', page },
})
const clickEchoed = (label: string) => ({
  type: 'AnalyticsEventTracked',
  attributes: { eventName: 'button_click', eventLabel: label, page },
})
const scrolled = { type: 'InteractionTracked', attributes: { eventType: 'scroll', page } }
const started = { type: 'VisitStarted', attributes: {} }
const lead = { type: 'LeadSubmitted', attributes: { plan: 'starter' } }

type Asked = Partial<WayInput> & { begins: (event: Event) => boolean }

function counted(visits: Event[][], { begins, depth = 3, ...input }: Asked) {
  const all = visits.flat()
  const any = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY, direction: 'next' as const }
  const { wayOf, stepOf } = wayFinder(index => all[index] as Event, { ...any, ...input, depth })
  const ways = visits.flatMap(visit => {
    const way = wayOf({
      at: visit.map(({ atMs }) => atMs),
      steps: visit.map(event => Number(begins(event))),
      more: visit.map(event => all.indexOf(event)),
      end: visit.length,
    })
    return way ? [way] : []
  })
  return { ways, tree: treeOf(ways, stepOf, depth) }
}

type Told = { name: unknown; count: number; next: Told[] }
const nameOf = ({ event, name }: PathNode) => name ?? event ?? 'fine'
const told = ({ tree }: Pick<ReturnType<typeof counted>, 'tree'>): Told => {
  const tell = (node: PathNode): Told => {
    return { name: nameOf(node), count: node.count, next: node.next.map(tell) }
  }
  return tell(tree)
}
/** The names along the first branches. */
function along(tree: Told): unknown[] {
  const [first] = tree.next
  return first ? [first.name, ...along(first)] : []
}
const isView = (path: string) => (event: Event) =>
  event.attributes.eventType === 'page_view' && event.attributes.page === `${page}${path}`

test('a path starts at the first matching event of a visit and ends with the visit', () => {
  const visits = [
    [started, viewed(''), echoed(''), scrolled, clicked('Inizia'), clickEchoed('Inizia'), lead],
    [started, viewed(''), echoed(''), clicked('Inizia'), clickEchoed('Inizia')],
    [started, viewed('prezzi'), viewed(''), viewed('')],
    [started, viewed('prezzi')],
  ].map(visit => visit.map(event => at(event)))
  const end = { name: 'fine', count: 1, next: [] }
  const pressed = { name: 'Inizia', count: 2, next: [{ ...end, name: 'LeadSubmitted' }, end] }
  const next = [pressed, { name: '/', count: 1, next: [end] }]
  expect(told(counted(visits, { begins: isView(''), depth: 2 }))).toEqual({ name: 'fine', count: 3, next })
})

test('the twin of a click is no step, unless the click is missing', () => {
  const begins = ({ type }: Event) => type === 'VisitStarted'
  const of = (...events: Omit<Event, 'atMs'>[]) => {
    const visit = [started, ...events].map(event => at(event))
    return along(told(counted([visit], { begins, depth: 5 })))
  }
  expect(of(clicked('Uno'), scrolled, clickEchoed('Uno'))).toEqual(['Uno', 'fine'])
  expect(of(clicked('Uno'), clickEchoed('Due'))).toEqual(['Uno', 'Due', 'fine'])
  expect(of(clickEchoed('Uno'))).toEqual(['Uno', 'fine'])
  expect(of(clicked('Uno'), clickEchoed('Uno'), clickEchoed('Uno'))).toEqual(['Uno', 'Uno', 'fine'])
})

test('consent, scrolling and time on page are steps only on request, each for itself', () => {
  const chosen = { type: 'ConsentChosen', attributes: { choice: 'all' } }
  const stayed = { type: 'InteractionTracked', attributes: { eventType: 'time_on_page', page } }
  const visit = [viewed('a'), clicked('Accetta'), clickEchoed('Accetta'), chosen, scrolled, stayed, lead]
  const stepsWith = (...also: SideKind[]) => {
    const input = { begins: isView('a'), depth: 5, also }
    const { tree } = counted([visit.map(event => at(event))], input)
    const names: unknown[] = []
    for (let level = tree.next; level[0]; level = level[0].next)
      names.push(level[0].name ?? level[0].where[0]?.value ?? level[0].event)
    return names
  }
  expect(stepsWith()).toEqual(['LeadSubmitted', null])
  expect(stepsWith('consent')).toEqual(['Accetta', 'all', 'LeadSubmitted', null])
  expect(stepsWith('scroll')).toEqual(['scroll', 'LeadSubmitted', null])
  expect(stepsWith('time_on_page')).toEqual(['time_on_page', 'LeadSubmitted', null])
})

test('a path ends after a pause of more than a week', () => {
  const visit = [at(viewed('a'), 0), at(lead, week), at(viewed('b'), week + 1)]
  const { next } = told(counted([visit], { begins: isView('a'), depth: 2 }))
  expect(next).toEqual([{ name: 'LeadSubmitted', count: 1, next: [{ name: 'fine', count: 1, next: [] }] }])
})

test('all branches after the twelve most frequent are joined, and their visits can be listed too', () => {
  const visits = Array.from({ length: 30 }, (_, number) =>
    Array.from({ length: number < 3 ? 2 : 1 }, () => [at(started), at(clicked(`n${number}`))]),
  ).flat()
  const { tree, ways } = counted(visits, { begins: ({ type }) => type === 'VisitStarted', depth: 2 })
  expect(tree.next).toHaveLength(maxBranches + 1)
  expect(tree.next.at(-1)).toMatchObject({ event: 'altri', count: 18, share: 54.5, way: 'altri', next: [] })
  expect(waysAlong(ways, 'altri')).toHaveLength(18)
})

test('a tree that is too large is cut at its rarest branches, and reports it', () => {
  const digits = (number: number) => [...number.toString(12).padStart(4, '0')]
  const ways = Array.from({ length: 12 ** 4 }, (_, number) => ({ branches: [...digits(number), '0'] }))
  let [nodes, cut] = [0, 0]
  const look = (node: PathNode) => {
    nodes += 1
    if (node.isCut) cut += 1
    for (const next of node.next) look(next)
  }
  look(treeOf(ways, new Map(), 5))
  expect(nodes).toBeLessThan(5_100)
  expect(cut).toBeGreaterThan(0)
})

test('a path to an event goes backwards from the first one in the period, without the twins of both events', () => {
  const visit = [
    ...[at(started, 0), at(lead, 1_000), at(viewed(''), 2_000), at(echoed(''), 2_000)],
    ...[at(clicked('Uno'), 3_000), at(clickEchoed('Uno'), 3_000), at(lead, 4_000), at(lead, 9_000)],
  ]
  const begins = ({ type }: Event) => type === 'LeadSubmitted'
  const namesOf = (input: Partial<WayInput>) => {
    const { tree, ways } = counted([visit], { begins, direction: 'previous', ...input })
    return [ways.length, ...along(told({ tree }))]
  }
  expect(namesOf({ fromMs: 1_001 })).toEqual([1, 'Uno', '/', 'LeadSubmitted'])
  expect(namesOf({ fromMs: 4_000, toMs: 9_000, depth: 5 })).toEqual([1, 'Uno', '/', 'LeadSubmitted', 'fine'])
  expect(namesOf({ toMs: 4_000, depth: 2 })).toEqual([1, 'fine'])
  expect(namesOf({ fromMs: 2_000, toMs: 4_000 })[0]).toBe(0)
  const echoes = ({ type }: Event) => type === 'AnalyticsEventTracked'
  const { tree } = counted([visit], { begins: echoes, direction: 'previous', depth: 1 })
  expect(told({ tree }).next).toMatchObject([{ name: 'LeadSubmitted' }])
})
