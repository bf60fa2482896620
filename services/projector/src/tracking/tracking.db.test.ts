import { streams } from '@tba/events/streams.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { caughtUp, world } from '../testing/world.ts'
import { tracking } from './tracking.projection.ts'

const started = (referrer: string | null): EventToRecord => ({
  type: 'VisitStarted',
  data: { userAgent: 'Firefox', referrer, address: '192.0.2.0' },
})
const nothing = { elementId: null, elementText: null, additionalData: null }
const interacted = (eventType: string, page: string, more = {}): EventToRecord => ({
  type: 'InteractionTracked',
  data: { eventType, page, ...nothing, ...more },
})
const analysed = (eventName: string, page: string): EventToRecord => ({
  type: 'AnalyticsEventTracked',
  data: { eventName, page, eventCategory: 'navigation', eventLabel: null, eventValue: null, userId: null },
})
const [google, bing] = ['https://www.google.com/', 'https://www.bing.com/']

test('each row of what was tracked is whole, as the specification names its columns', async () => {
  const it = await world()
  const projector = await it.start({ projections: [tracking] })
  const tell = (visit: string, ...events: EventToRecord[]) => it.append(streams.visit(visit), ...events)
  await tell(
    'twice',
    started(google),
    interacted('page_view', '/'),
    analysed('page_view', '/'),
    interacted('page_view', '/strategies'),
    interacted('page_view', '/'),
    interacted('button_click', '/', { elementText: 'Inizia', additionalData: { b: 1, a: 2 } }),
  )
  await tell(
    'told later',
    started(null),
    analysed('page_view', '/'),
    interacted('scroll', '/', { referrer: bing }),
  )
  await tell(
    'counted once',
    started(google),
    interacted('scroll', '/', { referrer: bing, userAgent: 'Chrome' }),
  )
  const pages = Array.from({ length: 30 }, (_, page) => `/${page}`)
  await tell('without end', started(null), ...pages.map(page => interacted('page_view', page)))
  await caughtUp(projector)

  const visits = await it.rows(
    `select "sessionId", "pageViews", interactions, referrer, "laterReferrer" from read.visits order by "sessionId"`,
  )
  expect(visits).toEqual([
    { sessionId: 'counted once', pageViews: 0, interactions: 1, referrer: google, laterReferrer: bing },
    { sessionId: 'told later', pageViews: 0, interactions: 1, referrer: null, laterReferrer: bing },
    { sessionId: 'twice', pageViews: 3, interactions: 4, referrer: google, laterReferrer: null },
    { sessionId: 'without end', pageViews: 30, interactions: 30, referrer: null, laterReferrer: null },
  ])
  expect(
    await it.rows(`select "eventType", "elementText", page, "userAgent", "ipAddress", referrer, "additionalData"
      from read.site_interactions where "eventType" <> 'page_view' order by position`),
  ).toEqual([
    {
      ...{ eventType: 'button_click', elementText: 'Inizia', page: '/', userAgent: 'Firefox' },
      ...{ ipAddress: '192.0.2.0', referrer: google, additionalData: { a: 2, b: 1 } },
    },
    {
      ...{ eventType: 'scroll', elementText: null, page: '/', userAgent: 'Firefox' },
      ...{ ipAddress: '192.0.2.0', referrer: bing, additionalData: null },
    },
    {
      ...{ eventType: 'scroll', elementText: null, page: '/', userAgent: 'Chrome' },
      ...{ ipAddress: '192.0.2.0', referrer: bing, additionalData: null },
    },
  ])
  expect(
    await it.rows(`select "sessionId", "eventName", "eventCategory", "eventLabel", "eventValue", page, "userId"
      from read.analytics_events order by position`),
  ).toEqual(
    ['twice', 'told later'].map(sessionId => ({
      ...{
        sessionId,
        eventName: 'page_view',
        eventCategory: 'navigation',
        eventLabel: null,
        eventValue: null,
      },
      ...{ page: '/', userId: null },
    })),
  )
})
