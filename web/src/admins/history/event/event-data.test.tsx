import { registry } from '@tba/events/registry.ts'
import { render } from '@testing-library/react'
import { eventName } from '../../parts/words/event-name.tsx'
import { EventData } from './event-data.tsx'

const hostile = '<img src=x onerror="window.hurt=1"><a href="javascript:alert(1)">'

/** Names and values, as the page shows them. */
function read(data: Parameters<typeof EventData>[0]['data'], sealed: string[] = []) {
  const { container } = render(<EventData data={data} sealed={sealed} />)
  const pairs = [...container.querySelectorAll('.event-data > div')].map(row => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd')?.textContent,
  ])
  return { container, pairs }
}

test('Every kind of value is shown in words', () => {
  const { pairs } = read({
    page: '/',
    eventValue: 12,
    known: true,
    label: '',
    userId: null,
    rows: [],
    more: {},
    expiresAt: '2026-07-14T15:20:00.000Z',
    written: '2026-99-14T15:20:00.000Z',
  })
  expect(Object.fromEntries(pairs)).toEqual({
    Pagina: '/',
    Valore: '12',
    known: 'sì',
    label: 'testo vuoto',
    'Numero del cliente': 'nessuno',
    rows: 'nessuna voce',
    more: 'nessun dato',
    Scadenza: '14/07/2026, 17:20:00',
    written: '2026-99-14T15:20:00.000Z',
  })
})

test('A browser is shown in words, with its original text in a detail', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { container, pairs } = read({ device: agent, userAgent: 'curl/8', filters: { device: 'mobile' } })
  const details = container.querySelector('details')
  expect(details?.querySelector('summary')?.textContent).toBe('Firefox su Linux')
  expect(details?.open).toBe(false)
  expect(details?.textContent).toContain(agent)
  expect(pairs).toContainEqual(['Browser e sistema', 'curl/8'])
  expect(pairs).toContainEqual(['Dispositivo', 'Telefono'])
})

test('Sealed differs from absent, at any depth', () => {
  const { pairs } = read({ email: null, bots: [{ id: 'b', strategyName: null, altro: null }] }, [
    'email',
    'bots.0.strategyName',
  ])
  expect(pairs).toContainEqual(['Email', 'sigillato'])
  expect(pairs).toContainEqual(['Strategia', 'sigillato'])
  expect(pairs).toContainEqual(['altro', 'nessuno'])
})

test('In a sealed object any field may be sealed', () => {
  const { pairs } = read({ profile: { phone: null, bio: null }, imageUrl: null }, ['profile'])
  expect(pairs).toContainEqual(['Telefono', 'sigillato'])
  expect(pairs).toContainEqual(['Immagine', 'nessuno'])
})

test('Text of visitors stays text, also in names of fields', () => {
  const { container, pairs } = read({ elementText: hostile, additionalData: { [hostile]: hostile } })
  expect(pairs).toContainEqual(['Testo dell’elemento', hostile])
  expect(pairs).toContainEqual([hostile, hostile])
  expect(container.querySelector('a, img, script')).toBeNull()
})

test.each([
  [{ data: {}, sealed: ['*'] }, 'Questa versione del prodotto non sa leggere l’evento.'],
  [{ data: {}, sealed: [] }, 'Nessun dato'],
])('Unreadable data show a message', (event, words) =>
  expect(render(<EventData {...event} />).container.textContent).toBe(words),
)

test('Every type of event has its own Italian name', () => {
  const types = Object.keys(registry)
  const names = types.map(eventName)
  expect(types.filter((type, at) => names[at] === type)).toEqual([])
  expect(new Set(names).size).toBe(types.length)
})
