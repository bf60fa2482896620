import { trackAnalytics, trackInteraction } from '@tba/events/tracking/commands.ts'
import { request } from '../api/http.ts'
import { json, serve } from '../testing/api.ts'
import { clickTargetOf, startTracking } from './tracker.ts'

afterEach(() => history.replaceState(null, '', '/'))

function recording() {
  const calls = ['POST /api/tracking/interaction', 'POST /api/tracking/analytics']
  const { sent } = serve(Object.fromEntries(calls.map(call => [call, () => json(200, { ok: true })])))
  return () => calls.flatMap(call => sent(call)).map(({ body }) => body)
}

test('a page view contains the campaign, and no personal part of the query', async () => {
  const query = '?utm_source=giornale&utm_campaign=anna%40example.com&utm_x=anna&phone=3331234567'
  history.replaceState(null, '', `/questionnaire${query}#contatti`)
  const bodies = recording()
  startTracking()
  const page = `${location.origin}/questionnaire?utm_source=giornale`
  expect(bodies()).toMatchObject([{ page }, { page }])
})

test('a click and the request that it causes share a UUID, which no later request has', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
    document.body.innerHTML = ''
  })
  const answered = () => json(200, { ok: true })
  const calls = ['tracking/interaction', 'tracking/analytics', 'leads'].map(call => `POST /api/${call}`)
  const { sent } = serve(Object.fromEntries(calls.map(call => [call, answered])))
  startTracking()
  document.body.innerHTML = '<button>Invia la richiesta</button>'
  document.querySelector('button')?.click()
  await request('POST', '/api/leads', {})
  vi.advanceTimersByTime(6_000)
  await request('POST', '/api/leads', {})
  const ids = calls.map(call => sent(call).map(({ headers }) => headers.get('X-Correlation-Id')))
  const id = ids[0]?.at(-1)
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  // The page view before the click has none.
  const [before, after] = [
    [null, id],
    [id, null],
  ]
  expect(ids.map(each => each.slice(-2))).toEqual([before, before, after])
})

const trackedAs = (body: unknown) =>
  [trackInteraction, trackAnalytics].some(schema => schema.safeParse(body).success)
const counting = () => {
  const bodies = recording()
  return () => bodies().map(trackedAs)
}

test('a page with a path of 300 letters, and one of emoji, is counted', () => {
  for (const path of [`/${'x'.repeat(300)}`, `/${'😀'.repeat(150)}`]) {
    history.replaceState(null, '', path)
    const tracked = counting()
    startTracking()
    expect(tracked()).toEqual([true, true])
  }
})

test('a page that is prerendered counts when it is shown, and not before', () => {
  const tracked = counting()
  const page = Object.assign(document, { prerendering: true })
  onTestFinished(() => {
    page.prerendering = false
  })
  startTracking()
  expect(tracked()).toEqual([])
  page.prerendering = false
  page.dispatchEvent(new Event('prerenderingchange'))
  expect(tracked()).toEqual([true, true])
})

test('a clock that is set while the page is open changes no time on the page', () => {
  counting()
  // Refused, so that the event stays where it can be read.
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Firefox', onLine: true, sendBeacon: () => false })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01') })
  onTestFinished(() => {
    vi.useRealTimers()
    sessionStorage.clear()
  })
  startTracking()
  vi.setSystemTime(new Date('2030-01-01'))
  dispatchEvent(new Event('pagehide'))
  type Kept = { additionalData?: { seconds: number } }
  const kept: Kept[] = JSON.parse(sessionStorage.getItem('tracking_outbox') ?? '[]')
  const seconds = kept.flatMap(({ additionalData }) => additionalData?.seconds ?? [])
  expect(seconds.length).toBeGreaterThan(0)
  for (const spent of seconds) expect([spent >= 0, spent < 3600]).toEqual([true, true])
})

test('the text of a button is cut between characters', () => {
  const text = clickedIn(`<button data-here>${'x'.repeat(199)}😀</button>`)?.text
  expect(text).toBe('x'.repeat(199))
})

function clickedIn(html: string) {
  document.body.innerHTML = html
  // Test files share a page.
  onTestFinished(() => document.body.replaceChildren())
  return clickTargetOf(document.querySelector('[data-here]'))
}

test('A click is recorded with the text of its button and the section around it', () => {
  expect(
    clickedIn('<section id="faq"><button id="ask">Come <b data-here>funziona</b>?</button></section>'),
  ).toEqual({ id: 'ask', text: 'Come funziona?', category: 'faq' })
})

test('A dialog is its own category, with any id from a library', () => {
  expect(
    clickedIn('<div role="dialog" id="radix-«r1»"><button data-here id="radix-x">Salva</button></div>'),
  ).toEqual({ id: null, text: 'Salva', category: 'dialog' })
})

test('Elements marked as private are not read, within a button or around it', () => {
  expect(
    clickedIn('<main><a href="/x" data-here>Profilo di <i data-private>Giulia</i></a></main>')?.text,
  ).toBe('Profilo di')
  expect(clickedIn('<form data-private><button data-here>Avanti, Giulia</button></form>')?.text).toBeNull()
})

test('Typed text is never read, and a click on an empty part is not recorded', () => {
  expect(clickedIn('<button data-here>Cerca <input value="segreto"></button>')?.text).toBe('Cerca')
  expect(clickedIn('<p data-here>Testo</p>')).toBeNull()
  expect(clickedIn('<label>Nome <input data-here value="Giulia"></label>')).toBeNull()
})

test('A button without words is recorded with its name for screen readers', () => {
  const clicked = clickedIn('<footer><button data-here aria-label="Chiudi"><svg></svg></button></footer>')
  expect(clicked).toEqual({ id: null, text: 'Chiudi', category: 'footer' })
})
