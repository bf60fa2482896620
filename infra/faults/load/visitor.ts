import { setTimeout as pause } from 'node:timers/promises'
import { lead, questionnaire } from '../../tests/support/sample-forms.ts'
import type { Client } from './client.ts'
import { mailDomain } from './history.ts'

const pages = ['/', '/prezzi', '/?utm_source=Lettera&utm_campaign=Autunno', '/auth']

/** Looks at pages, answers the banner, and may leave a lead or a questionnaire. One visit after the other. */
export async function beVisitor(client: Client): Promise<void> {
  const { random, signal, cookies } = client
  while (!signal.aborted) {
    const visit = client.nextVisit()
    cookies.clear()
    const track = (...events: object[]) =>
      client.call({ kind: 'track', path: '/api/tracking/batch', sent: { events }, visit })
    const drawn = {
      views: random.number.int({ min: 1, max: 4 }),
      choice: random.helpers.arrayElement(['all', 'all', 'none']),
      form: random.helpers.arrayElement(['lead', 'questionnaire', 'nothing', 'nothing'] as const),
      pauseMs: random.number.int({ min: 100, max: 500 }),
    }
    const event = () => {
      const page = `https://example.com${random.helpers.arrayElement(pages)}`
      return { sessionId: visit, clientId: random.string.uuid(), page }
    }
    for (let view = 0; view < drawn.views; view += 1) {
      const viewed = { ...event(), kind: 'interaction', eventType: 'page_view' }
      const measured = { ...event(), kind: 'analytics', eventName: 'page_view', eventCategory: 'navigation' }
      await track(viewed, { ...measured, page: viewed.page })
    }
    await client.call({ kind: 'consent', path: '/api/consent', sent: { choice: drawn.choice }, visit })
    await track({ ...event(), kind: 'interaction', eventType: 'button_click', elementId: 'cta' })
    // Without consent the log does not tell whose form it is.
    if (cookies.get('consent') === 'all') {
      const email = `${visit}@${mailDomain}`
      if (drawn.form === 'lead')
        await client.call({ kind: 'lead', path: '/api/leads', sent: { ...lead, email }, visit })
      if (drawn.form === 'questionnaire')
        await client.call({
          kind: 'questionnaire',
          path: '/api/questionnaire',
          visit,
          sent: { ...questionnaire, email },
        })
    }
    await pause(drawn.pauseMs, undefined, { signal }).catch(() => {})
  }
}
