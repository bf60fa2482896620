import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { copyOf, type TestCopy } from '../analytics/testing/copy-of.ts'
import { findVisit } from './find-visit.ts'
import { findVisits, type VisitPageEnd } from './find-visits.ts'

const started = (visit: string, userAgent = 'Firefox') =>
  recordedFixture('VisitStarted', { stream: streams.visit(visit) }, { userAgent, referrer: null })
const click = { eventType: 'click', elementId: null, elementText: null, additionalData: null }
function clicked(visit: string, referrer?: string) {
  const data = { ...click, page: '/prezzi', ...(referrer && { referrer }) }
  return recordedEvent('InteractionTracked', data, { stream: streams.visit(visit) })
}
const chose = (visit: string) => ({
  ...recordedEvent('ConsentChosen', { choice: 'all' }, { stream: streams.visit(visit) }),
  revision: 0,
})
const lead = (visitId: string) => recordedFixture('LeadSubmitted', { stream: streams.lead(visitId), visitId })
const account = '00000000-0000-4000-8000-00000000aaaa'

async function listed(copy: TestCopy, input = {}): Promise<string[]> {
  const ids: string[] = []
  const totals: (number | undefined)[] = []
  let after: VisitPageEnd | null = null
  do {
    const page: Awaited<ReturnType<typeof findVisits>> = await copy.ask(snapshot =>
      findVisits(snapshot, { bots: 'true', limit: 1, after, ...input }),
    )
    ids.push(...page.visits.map(({ id }) => id))
    totals.push(page.total)
    after = page.next
  } while (after)
  // The first page alone says how many meet the filters.
  expect(totals).toEqual([ids.length, ...totals.slice(1).map(() => undefined)])
  return ids
}

test('lists each visit once by its first event: its start, its consent, or its outcome', async () => {
  const begun = [started('one'), chose('two'), started('two', 'Googlebot')]
  const later = [clicked('one'), lead('one'), lead('untracked'), clicked('two')]
  using copy = await copyOf([...begun, ...later])
  expect(await listed(copy)).toEqual(['untracked', 'two', 'one'])
  expect(await listed(copy, { bots: 'false' })).toEqual(['untracked', 'one'])
  expect(await listed(copy, { bots: 'only' })).toEqual(['two'])
  expect(await listed(copy, { converted: false })).toEqual(['two'])
  expect(await listed(copy, { converted: true })).toEqual(['untracked', 'one'])
})

test('a lead, a questionnaire and a registration each convert a visit, and only the last one registers it', async () => {
  const answered = { stream: streams.questionnaire('one'), visitId: 'answers' }
  const joined = { stream: streams.account(account), visitId: 'registers' }
  using copy = await copyOf([
    started('only looks'),
    lead('asks'),
    recordedFixture('QuestionnaireSubmitted', answered),
    recordedFixture('AccountRegistered', joined),
  ])
  expect(await listed(copy, { converted: true })).toEqual(['registers', 'answers', 'asks'])
  expect(await listed(copy, { converted: false })).toEqual(['only looks'])
  expect(await listed(copy, { registered: true })).toEqual(['registers'])
  expect(await listed(copy, { registered: false })).toEqual(['answers', 'asks', 'only looks'])
})

test('errors of the browser and refusals are counted, and found', async () => {
  const at = { stream: streams.visit('one') }
  const failed = recordedEvent('InteractionTracked', { ...click, eventType: 'error', page: '/' }, at)
  const refused = recordedFixture('ActionRefused', at)
  using copy = await copyOf([started('none'), started('one'), clicked('one'), failed, refused, refused])
  expect(await listed(copy, { troubled: true })).toEqual(['one'])
  expect(await listed(copy, { troubled: false })).toEqual(['none'])
  const { visits } = await copy.ask(snapshot =>
    findVisits(snapshot, { bots: 'true', filters: [], limit: 1, after: null }),
  )
  expect(visits).toMatchObject([{ id: 'one', errors: 1, refusals: 2, pageViews: 0, pages: ['/prezzi', '/'] }])
})

test('two visits that begin with one event are both listed, also on two pages', async () => {
  const named = { stream: streams.visit('own'), visitId: 'named' }
  const both = recordedEvent('InteractionTracked', { ...click, page: '/' }, named)
  using copy = await copyOf([started('first'), both, started('last')])
  expect(await listed(copy)).toEqual(['last', 'named', 'own', 'first'])
})

test('without a referrer at the start, the first event with one counts', async () => {
  const referrers = ['https://www.Google.com:443/x', 'https://altro.example/']
  using copy = await copyOf([started('one'), ...referrers.map(referrer => clicked('one', referrer))])
  expect(await listed(copy, { referrer: 'google.com' })).toEqual(['one'])
  expect(await listed(copy, { referrer: 'altro.example' })).toEqual([])
  const { visits } = await copy.ask(snapshot => findVisits(snapshot, { bots: 'true', limit: 1, after: null }))
  expect(visits).toMatchObject([{ referrer: 'google.com', pages: ['/prezzi'], events: 3 }])
})

test('a visit names the accounts that acted in it, but no erased account', async () => {
  const plan = { userId: 1, plan: 'elite', depositEuro: 3000 } as const
  const signed = recordedEvent('PlanActivated', plan, { stream: streams.setup(account), visitId: 'one' })
  using copy = await copyOf([started('one'), signed])
  const accounts = async () =>
    (await copy.ask(snapshot => findVisit(snapshot, { id: 'one', after: null })))?.visit.accounts
  expect(await accounts()).toEqual([account])
  await copy.add(recordedEvent('AccountErased', {} as never, { stream: streams.account(account) }))
  expect(await accounts()).toEqual([])
})
