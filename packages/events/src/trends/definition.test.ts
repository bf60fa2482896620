import { noPlanOfVisit } from '../filters/filter.ts'
import { trendDefinition } from './definition.ts'

const asked = { series: [{ event: 'LeadSubmitted' }], count: 'visits', interval: 'day', period: '7d' }
const plan = { field: 'plan', op: 'is', values: ['elite'] }
const refusal = (more: object) =>
  trendDefinition
    .safeParse({ ...asked, ...more })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test.each([
  [{ filters: [plan] }, 'filters', noPlanOfVisit],
  [{ breakdown: 'plan' }, 'breakdown', noPlanOfVisit],
  [{ count: 'events', breakdown: 'plan' }, 'breakdown', noPlanOfVisit],
  [{ ratio: true }, 'ratio', 'Un rapporto si fa tra due serie'],
  [{ period: undefined }, 'from', 'Data di inizio richiesta'],
])('a trend with %j is refused', (more, path, message) => expect(refusal(more)).toEqual([[path, message]]))

test.each([
  [{}],
  [{ count: 'persons', breakdown: 'plan', filters: [plan] }],
  [{ ratio: true, series: [...asked.series, { event: 'VisitStarted' }] }],
])('a trend with %j is not', more => expect(refusal(more)).toBeUndefined())
