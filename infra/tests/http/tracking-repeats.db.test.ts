import { clicked, measured, newVisit, tracker } from '../support/tracker.ts'
import { refusal } from '../support/visitor.ts'

const tracked = await tracker()
const click = (sessionId: string, clientId: string = crypto.randomUUID()) => ({
  kind: 'interaction',
  ...clicked(sessionId, { clientId }),
})

describe('a repeat', () => {
  test('with the same client id counts once, in single calls and in batches', async () => {
    const sessionId = newVisit()
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const _ of ['first', 'again']) {
      expect((await tracked.interact(clicked(sessionId, { clientId: one }))).status).toBe(202)
    }
    const events = [one, other, other].map(clientId => click(sessionId, clientId))
    for (const _ of ['first', 'again']) {
      expect(await tracked.batch(events)).toMatchObject({ status: 202, body: { accepted: 3 } })
    }
    expect(await tracked.rows('site_interactions', sessionId)).toHaveLength(2)
  })

  test('of fifty at the same time counts once', async () => {
    const sessionId = newVisit()
    const body = clicked(sessionId, { clientId: crypto.randomUUID() })
    const answers = await Promise.all(Array.from({ length: 50 }, () => tracked.interact(body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect((await tracked.logged(sessionId)).map(({ type }) => type)).toEqual([
      'VisitStarted',
      'InteractionTracked',
    ])
  })
})

describe('a batch', () => {
  test('accepts both kinds and several visits, and starts each visit once', async () => {
    const [one, other] = [newVisit(), newVisit()]
    const analytics = { kind: 'analytics', ...measured(one, { clientId: crypto.randomUUID() }) }
    expect(await tracked.batch([click(one), analytics, click(other)])).toMatchObject({
      status: 202,
      body: { accepted: 3 },
    })
    const types = async (sessionId: string) => (await tracked.logged(sessionId)).map(({ type }) => type)
    expect(await types(one)).toEqual(['VisitStarted', 'InteractionTracked', 'AnalyticsEventTracked'])
    expect(await types(other)).toEqual(['VisitStarted', 'InteractionTracked'])
  })

  test('accepts at most fifty events', async () => {
    const sessionId = newVisit()
    const events = Array.from({ length: 51 }, () => click(sessionId))
    expect((await tracked.batch(events.slice(1))).status).toBe(202)
    expect(await tracked.batch(events)).toMatchObject(refusal(400, 'Al massimo 50 eventi'))
  })

  test('is stored completely or not at all', async () => {
    const sessionId = newVisit()
    expect((await tracked.batch([click(sessionId), { ...click(sessionId), page: '' }])).status).toBe(400)
    expect(await tracked.logged(sessionId)).toEqual([])
  })
})
