import type { TestedProduct } from './product.ts'
import { sharedProduct } from './shared.ts'
import type { Answer } from './visitor.ts'

type Options = Parameters<ReturnType<TestedProduct['visitor']>['post']>[2]
type Row = Record<string, unknown>

/** The shared product, calls of its tracker, and their results. */
export type Tracker = {
  product: TestedProduct
  interact(body: object, options?: Options): Promise<Answer>
  analyse(body: object, options?: Options): Promise<Answer>
  batch(events: object[]): Promise<Answer>
  choose(choice: string, sessionId: string, options?: Options): Promise<Answer>
  /** A visit's rows of a read table, after they contain all earlier writes. */
  rows(table: string, sessionId: string): Promise<Row[]>
  logged(sessionId: string): Promise<Row[]>
}

export const newVisit = () => `session_${crypto.randomUUID()}`

export const clicked = (sessionId: string, more = {}) => ({
  sessionId,
  eventType: 'button_click',
  elementId: 'hero',
  elementText: 'Inizia con €500',
  page: 'https://example.com/',
  ...more,
})

export const measured = (sessionId: string, more = {}) => ({
  sessionId,
  eventName: 'button_click',
  eventCategory: 'hero',
  eventLabel: null,
  eventValue: 500,
  page: 'https://example.com/',
  ...more,
})

export async function tracker(): Promise<Tracker> {
  const { product, console } = await sharedProduct()
  const post = (path: string, body: object, options?: Options) => product.visitor().post(path, body, options)
  return {
    product,
    interact: (body, options) => post('/api/tracking/interaction', body, options),
    analyse: (body, options) => post('/api/tracking/analytics', body, options),
    batch: events => post('/api/tracking/batch', { events }),
    choose: (choice, sessionId, options = {}) =>
      post('/api/consent', { choice }, { headers: { 'x-visit-id': sessionId, ...options.headers } }),
    async rows(table, sessionId) {
      await console.get('/api/admin/dashboard')
      const order = table === 'visits' ? '"firstAt"' : 'position'
      const ofVisit = `select * from read.${table} where "sessionId" = $1 order by ${order}`
      return product.query(ofVisit, [sessionId])
    },
    async logged(sessionId) {
      const events = await product.recorded({ stream: `visit-${sessionId}` })
      return events.map(({ type, data, metadata }) => ({ type, data, metadata }))
    },
  }
}
