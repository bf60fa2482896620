import { eventOf, left, pressed, scrolled, viewed, visitOf } from '../../../testing/visits.ts'
import { playbackOf } from './playback.ts'
import { sketchAt } from './sketch.ts'

const sketched = (events: Parameters<typeof playbackOf>[0], at = events.length - 1) =>
  sketchAt(playbackOf(events), at)

test('A known page has its sections in order, with the clicks in each', () => {
  const { title, sections, presses, scrolled: percent } = sketched(visitOf().events, 5)
  expect(title).toBe('Pagina iniziale')
  expect(sections.map(({ name }) => name)).toEqual([
    ...['Testata', 'Apertura', 'Funzionalità', 'Prezzi', 'Performance', 'Chi lo usa', 'FAQ', 'Parliamone'],
    'Piè di pagina',
  ])
  expect(presses).toMatchObject([{ label: 'Inizia con €500', section: 'hero' }])
  expect(percent).toBe(50)
})

test('A click and its analytics event are one, in its section from the start', () => {
  const events = [viewed(0), ...pressed(1, 'Prezzi', 'header'), ...pressed(2, 'Prezzi', 'header')]
  const press = { label: 'Prezzi', section: 'header', at: 1, isNow: true }
  expect(sketched(events, 1).presses).toEqual([press])
  expect(sketched(events, 2).presses).toEqual([press])
  expect(sketched(events).presses).toMatchObject([{ isNow: false }, { isNow: true }])
})

test('A new page view starts without clicks and scrolling', () => {
  const first = [viewed(0), ...pressed(1, 'FAQ', 'header'), scrolled(2, 100), left(3, 30)]
  expect(sketched(first)).toMatchObject({ scrolled: 100 })
  for (const page of ['/', '/strategies'])
    expect(sketched([...first, viewed(4, page)])).toMatchObject({ presses: [], scrolled: 0 })
  expect(sketched([...first, viewed(4, '/strategies')]).title).toBe('Centro Strategie')
})

test('An event that names another page opens it', () => {
  const events = [viewed(0, '/auth'), ...pressed(2, 'Avanti', 'main', '/dashboard')]
  expect(sketched(events)).toMatchObject({ title: 'Area privata', presses: [{ label: 'Avanti' }] })
})

test('Made-up addresses and numbers are harmless', () => {
  const events = [viewed(0, '/'), scrolled(1, 1e9), scrolled(2, Number.NaN)]
  expect(sketched(events).scrolled).toBe(100)
  const odd = eventOf('InteractionTracked', {
    eventType: 'page_view',
    page: 'javascript:alert(1)',
    additionalData: 3,
  })
  expect(sketched([odd])).toMatchObject({ title: 'javascript:alert(1)' })
})
