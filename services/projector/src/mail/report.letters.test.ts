import type { LetterCounts } from '@tba/events/reports/letter-counts.ts'
import { htmlOf, textOf } from './letter.ts'
import { confirmLetter, reportLetter } from './report.letters.ts'

const schedule = { every: 'week', hour: 8 } as const
const counts: LetterCounts = {
  title: 'Ogni lunedì',
  period: { from: '2026-11-15T23:00:00.000Z', to: '2026-11-22T23:00:00.000Z' },
  before: { from: '2026-11-08T23:00:00.000Z', to: '2026-11-15T23:00:00.000Z' },
  countedAt: '2026-11-23T07:01:03.000Z',
  position: '00000001-0000000000000a3f',
  parts: [
    {
      name: 'Panoramica',
      text: 'Come va il sito',
      only: 'Solo: sorgente è giornale.',
      failure: null,
      empty: null,
      figures: [
        { name: 'Visite', value: 1_234, before: 1_602, isPercent: false },
        { name: 'Richieste', value: 12, before: 12, isPercent: false },
        { name: 'Piani attivati', value: 3, before: 0, isPercent: false },
        { name: 'Visite con registrazione', value: 3.2, before: 2.9, isPercent: true },
      ],
      bars: [
        { label: 'lun 16 nov', value: 200 },
        { label: 'mar 17 nov', value: 100 },
        { label: 'mer 18 nov', value: 0 },
      ],
    },
    {
      name: 'Da richiesta a cliente',
      text: null,
      failure: null,
      bars: [],
      empty: null,
      figures: [
        { name: 'Seguite da registrazione', value: 1, before: 2_000, isPercent: false, hadMoreTime: true },
      ],
    },
    {
      name: 'Andamento: Contatto inviato',
      text: null,
      failure: null,
      bars: [],
      figures: [{ name: 'Contatto inviato', value: 0, before: 4, isPercent: false }],
      empty: { lastAt: '2026-11-13T14:02:00.000Z', recorded: 812 },
    },
    { name: 'Funnel', text: null, failure: 'Troppi punti', bars: [], empty: null, figures: [] },
  ],
}
const unsubscribe = 'https://example.com/api/letters/unsubscribe?token=a.b.c'
const letter = reportLetter({
  to: 'capo@example.com',
  counts,
  schedule,
  isTrial: false,
  unsubscribe,
  link: 'https://example.com/admin/reports/7',
})

test('the subject has the figure that changed most, and the period', () => {
  expect(letter.subject).toBe('Ogni lunedì: Visite −23% (16–22 novembre 2026)')
})

test('the text says everything alone: counts, changes, zone, period, position, and how to leave', () => {
  expect(
    textOf(letter, 'Listino AI'),
  ).toBe(`Il report «Ogni lunedì»: 16–22 novembre 2026, confrontato con 9–15 novembre 2026. Ora di Roma.

PANORAMICA

Come va il sito

Solo: sorgente è giornale.

Visite: 1.234 (prima 1.602, variazione −23%)
Richieste: 12 (prima 12, variazione =)
Piani attivati: 3 (prima 0, variazione da 0 a 3)
Visite con registrazione: 3,2% (prima 2,9%, variazione +0,3 punti)

Visite, nel dettaglio:

  lun 16 nov: 200
  mar 17 nov: 100
  mer 18 nov: 0

DA RICHIESTA A CLIENTE

Seguite da registrazione: 1 (prima 2.000, variazione —)

Dove manca la variazione, il periodo prima ha avuto più tempo.

ANDAMENTO: CONTATTO INVIATO

Nel periodo: 0. L’ultima volta è stata venerdì 13 novembre 2026 alle ore 15:02. La raccolta era attiva: nel periodo sono stati registrati 812 eventi di visite.

Contatto inviato: 0 (prima 4, variazione −100%)

FUNNEL

Questa parte non si è potuta contare: Troppi punti

https://example.com/admin/reports/7

Contato lunedì 23 novembre 2026 alle ore 08:01 (Europe/Rome), fino alla posizione 00000001-0000000000000a3f.

Arriva ogni lunedì alle 8. Non mandatemela più:
https://example.com/api/letters/unsubscribe?token=a.b.c

— Listino AI
`)
})

test('the HTML has tables with coloured cells, colours for dark pages, and loads nothing', () => {
  const html = htmlOf(letter, 'Listino AI')
  expect(html.match(/class="bar" bgcolor="#[0-9a-f]{6}"/g)).toHaveLength(2)
  expect(html).toMatch(/width="100%"[^>]*><tr><td class="bar"/)
  expect(html).toMatch(/width="50%"[^>]*><tr><td class="bar"/)
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(html).not.toMatch(/<img|src=|url\(|<script|@import/)
  const shown = html.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ')
  for (const said of ['1.234', '−23%', 'mer 18 nov', 'Troppi punti', '812', '00000001-0000000000000a3f'])
    expect(shown).toContain(said)
})

test('no cell that does not wrap is wider than a phone can show', () => {
  const cells = [...htmlOf(letter, '').matchAll(/white-space:nowrap[^>]*>([^<]*)</g)].map(
    ([, text = '']) => text,
  )
  expect(cells).toContain('+0,3 punti')
  expect(cells.filter(text => text.length > 12)).toEqual([])
})

test('a text of the report stays text', () => {
  const title = '<b>Ogni</b> lunedì'
  const wild = reportLetter({
    to: 'capo@example.com',
    schedule,
    isTrial: true,
    unsubscribe,
    link: null,
    counts: { ...counts, title },
  })
  expect(htmlOf(wild, 'Listino AI')).not.toContain('<b>Ogni')
  expect(wild.subject).toMatch(/^Prova: /)
  expect(textOf(wild, '')).not.toContain('/admin/reports')
})

test('the question to an address names the report and its hour, and that nothing follows without an answer', () => {
  const link = 'https://example.com/letters#confirm=a.b.c'
  const text = textOf(
    confirmLetter({ to: 'capo@example.com', title: 'Ogni lunedì', schedule, link, brand: 'Listino AI' }),
    'Listino AI',
  )
  expect(text).toContain('il report «Ogni lunedì» ogni lunedì alle 8')
  expect(text).toContain(`\n${link}\n`)
  expect(text).toContain('senza conferma non arriva altro')
})
