import { clicked, measured, newVisit, tracker } from '../support/tracker.ts'

const tracked = await tracker()

describe('an interaction', () => {
  test('is stored with browser, truncated address and referrer', async () => {
    const sessionId = newVisit()
    const headers = { 'user-agent': 'Firefox' }
    const sent = clicked(sessionId, {
      additionalData: { depth: 50, first: true, label: 'x', none: null },
      referrer: 'https://example.org/search?q=anna&utm_source=news',
    })
    const answer = await tracked.interact(sent, { headers, address: '203.0.113.77' })
    expect(answer).toMatchObject({ status: 202, body: { ok: true } })
    expect(await tracked.rows('site_interactions', sessionId)).toMatchObject([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sessionId,
        eventType: 'button_click',
        elementId: 'hero',
        elementText: 'Inizia con €500',
        page: 'https://example.com/',
        userAgent: 'Firefox',
        ipAddress: '203.0.113.0',
        referrer: 'https://example.org/search?utm_source=news',
        additionalData: { depth: 50, first: true, label: 'x', none: null },
      },
    ])
  })

  test('gives the client no position to wait for', async () => {
    const { headers } = await tracked.interact(clicked(newVisit()))
    expect(headers).not.toHaveProperty('x-position')
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

test('an analytics event is accepted and stored', async () => {
  const sessionId = newVisit()
  expect(await tracked.analyse(measured(sessionId))).toMatchObject({ status: 202, body: { ok: true } })
  expect(await tracked.rows('analytics_events', sessionId)).toMatchObject([
    { eventName: 'button_click', eventCategory: 'hero', eventLabel: null, eventValue: 500, userId: null },
  ])
})
