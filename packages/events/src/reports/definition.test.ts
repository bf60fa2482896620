import { noPlanOfVisit } from '../filters/filter.ts'
import { refusals } from '../testing/refusals.ts'
import { letterToken, linkReport, openReport, orderLetters, saveReport } from './definition.ts'

const event = { event: 'LeadSubmitted' }
const definitions = {
  overview: {},
  outcomes: { by: 'source' },
  funnel: { by: 'visit', steps: [event, event], windowSeconds: 60 },
  trend: { series: [event], count: 'events', interval: 'day' },
  retention: { by: 'person', entry: event, action: event, unit: 'week', mode: 'in', first: 'ever' },
}
const part = (kind: keyof typeof definitions, more: object = {}) => ({
  kind,
  definition: { ...definitions[kind], period: '7d', ...more },
})
const report = (...parts: unknown[]) => ({ title: 'Settimana', parts })

test.each(Object.keys(definitions) as (keyof typeof definitions)[])(
  'a report’s %s has a relative period, and counts up to now',
  kind => {
    const parts = [part(kind), { ...part(kind, { period: 'lastWeek' }), text: 'Come va' }]
    expect(refusals(saveReport, report(...parts))).toEqual([])
    const dated = { from: '2026-01-01', to: '2026-02-01', period: undefined }
    expect(refusals(saveReport, report(part(kind, dated)))).not.toEqual([])
    expect(refusals(saveReport, report(part(kind, { asOf: '1' })))).not.toEqual([])
  },
)

test.each(['funnel', 'trend', 'retention'] as const)('a report’s %s with dates says what it wants', kind => {
  const said = 'parts.0.definition.period: Una parte ha un periodo relativo, e conta fino a ora'
  const dated = { from: '2026-01-01', to: '2026-02-01', period: undefined }
  for (const more of [dated, { asOf: '1' }])
    expect(refusals(saveReport, report(part(kind, more)))).toEqual([said])
})

test.each([
  [{ ...report(part('overview')), title: ' ' }, 'title: Titolo richiesto'],
  [{ ...report(part('overview')), title: 'x'.repeat(81) }, 'title: Al massimo 80 caratteri'],
  [{ title: 'Settimana' }, 'parts: Parti richieste'],
  [report(), 'parts: Un report ha almeno una parte'],
  [report(...Array(13).fill(part('overview'))), 'parts: Al massimo dodici parti'],
  [report({ kind: 'poem' }), 'parts.0.kind: Parte non valida'],
  [report({ ...part('funnel'), text: 1 }), 'parts.0.text: Testo non valido'],
  [report({ ...part('trend'), text: 'x'.repeat(1_001) }), 'parts.0.text: Al massimo 1.000 caratteri'],
])('%j is no report', (sent, refusal) => expect(refusals(saveReport, sent)).toEqual([refusal]))

test('a report has up to twelve parts, with texts', () => {
  const parts = Array(12).fill({ ...part('overview'), text: 'x'.repeat(1_000) })
  expect(refusals(saveReport, report(...parts))).toEqual([])
})

const device = { field: 'plan', op: 'is', values: ['elite'] }
test.each([
  [{ period: '8d' }, 'period: Il periodo di una parte è relativo: oggi, 7d, 30d, lastWeek, month…'],
  [{ compareTo: 'next' }, 'compareTo: Confronto non valido'],
  [{ page: ' ' }, 'page: Pagina non valida'],
  [{ page: 'x'.repeat(2_049) }, 'page: Pagina non valida'],
  [{ source: 1 }, 'source: Sorgente non valida'],
  [{ filters: [device] }, `filters: ${noPlanOfVisit}`],
  [{ registered: 1 }, 'registered: Sì o no'],
  [{ bots: 1 }, 'bots: Sì o no'],
  [{ goal: 'fame' }, 'goal: Obiettivo non valido'],
])('an overview with %j is no part', (more, refusal) =>
  expect(refusals(saveReport, report(part('overview', more)))).toEqual([`parts.0.definition.${refusal}`]),
)

test('an overview is of a page, a source and a goal, against the period before', () => {
  const more = { compareTo: 'previous', page: '/', source: 'x', goal: 'plan', registered: true, bots: false }
  expect(refusals(saveReport, report(part('overview', more)))).toEqual([])
})

const days = 'days: Un link vale da 1 a 365 giorni'
test.each([
  [{}, []],
  [{ days: 1 }, []],
  [{ days: 365 }, []],
  [{ days: '1' }, [days]],
  [{ days: 0 }, [days]],
  [{ days: 366 }, [days]],
])('a link of %j is refused with %j', (sent, expected) => {
  expect(refusals(linkReport, sent)).toEqual(expected)
  expect(linkReport.parse({})).toEqual({ days: 90 })
})

test.each([
  [openReport, 200],
  [letterToken, 500],
])('any text is a token, unless it is too long', (schema, most) => {
  expect(refusals(schema, { token: 'x'.repeat(most) })).toEqual([])
  expect(refusals(schema, { token: 'x'.repeat(most + 1) })).toEqual(['token: Link non valido'])
  expect(refusals(schema, {})).toEqual(['token: Link richiesto'])
})

const order = { every: 'week', hour: 8, to: ['anna@example.org'] }
const noHour = 'hour: L’ora è un numero intero da 0 a 23'
test.each([
  [{ every: 'year' }, 'every: Ogni giorno, settimana o mese'],
  [{ hour: 1.5 }, noHour],
  [{ hour: -1 }, noHour],
  [{ hour: 24 }, noHour],
  [{ to: undefined }, 'to: Destinatari richiesti'],
  [{ to: [] }, 'to: Serve almeno un destinatario'],
  [{ to: Array(21).fill('anna@example.org') }, 'to: Al massimo venti destinatari'],
])('letters with %j are not ordered', (more, refusal) =>
  expect(refusals(orderLetters, { ...order, ...more })).toEqual([refusal]),
)

test('letters go out at any hour, to twenty at most', () => {
  const to = Array(20).fill('anna@example.org')
  for (const more of [
    { every: 'day', hour: 0 },
    { every: 'month', hour: 23, to },
  ])
    expect(refusals(orderLetters, { ...order, ...more })).toEqual([])
})
