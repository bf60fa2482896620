import { noPlanOfVisit } from '../filters/filter.ts'
import { refusals } from '../testing/refusals.ts'
import { funnelDefinition, funnelInstead, funnelUnits, saveFunnel } from './definition.ts'

const step = { event: 'LeadSubmitted' }
const steps = (count: number) => Array.from({ length: count }, () => step)
const asked = { by: 'visit', steps: steps(2), windowSeconds: 3_600, period: '7d' }
const plan = { field: 'plan', op: 'is', values: ['elite'] }
const tenYears = 3_650 * 86_400

test.each<[more: object, refusal: string]>([
  [{ by: 'team' }, 'by: Si conta per visita, per cliente o per persona'],
  [{ steps: undefined }, 'steps: Passi richiesti'],
  [{ steps: steps(1) }, 'steps: Servono almeno due passi'],
  [{ steps: steps(9) }, 'steps: Al massimo otto passi'],
  [{ windowSeconds: '60' }, 'windowSeconds: La finestra è un numero di secondi'],
  [{ windowSeconds: 0 }, 'windowSeconds: La finestra dura più di zero, e al massimo 3.650 giorni'],
  [{ windowSeconds: tenYears + 1 }, 'windowSeconds: La finestra dura più di zero, e al massimo 3.650 giorni'],
  [{ stepWindowsSeconds: 60 }, 'stepWindowsSeconds: Finestre non valide'],
  [{ stepWindowsSeconds: ['60'] }, 'stepWindowsSeconds.0: La finestra di un passo è un numero di secondi'],
  [{ stepWindowsSeconds: [60, null] }, 'stepWindowsSeconds: Al massimo una finestra tra due passi'],
  [{ stepWindowsSeconds: Array(8).fill(null) }, 'stepWindowsSeconds: Al massimo una finestra tra due passi'],
  [{ exclude: step }, 'exclude: Esclusioni non valide'],
  [{ exclude: [step] }, 'exclude.0.after: Passo non valido'],
  [{ exclude: [{ ...step, after: 0 }] }, 'exclude.0.after: Passo non valido'],
  [{ exclude: [{ ...step, after: 2 }] }, 'exclude: Si esclude tra un passo e quello dopo'],
  [{ exclude: Array(9).fill({ ...step, after: 1 }) }, 'exclude: Al massimo otto esclusioni'],
  [{ filters: [plan] }, `filters: ${noPlanOfVisit}`],
  [{ breakdown: 'tempo' }, 'breakdown: Suddivisione non valida'],
  [{ trend: 'month' }, 'trend: Andamento non valido'],
  [{ asOf: '' }, 'asOf: Posizione non valida'],
  [{ asOf: 'x'.repeat(101) }, 'asOf: Posizione non valida'],
  [{ period: undefined }, 'from: Data di inizio richiesta'],
  ...['strict', 'histogram', 'bots', 'equalAge'].map(
    field => [{ [field]: 1 }, `${field}: Sì o no`] satisfies [object, string],
  ),
])('a funnel with %j is refused', (more, refusal) => {
  expect(refusals(funnelDefinition, { ...asked, ...more })).toEqual([refusal])
  expect(refusals(saveFunnel, { ...asked, name: 'Contatti', ...more })).toEqual([refusal])
})

test.each([
  [{ by: 'customer', filters: [plan], breakdown: 'referrer' }],
  [{ by: 'person', filters: [plan], trend: 'day' }],
  [{ steps: steps(8), stepWindowsSeconds: Array(7).fill(tenYears), windowSeconds: tenYears, trend: 'week' }],
  [{ exclude: Array(8).fill({ ...step, after: 1 }), stepWindowsSeconds: [null], asOf: 'x' }],
])('a funnel with %j is not', more => expect(refusals(funnelDefinition, { ...asked, ...more })).toEqual([]))

const bar = { ...asked, step: 2 }
const units = { ...bar, outcome: 'reached' }

test.each([
  [{ step: '1' }, 'step: Passo non valido'],
  [{ step: 0 }, 'step: Passo non valido'],
  [{ step: 9 }, 'step: Il percorso non ha questo passo'],
  [{ step: 3 }, 'step: Il percorso non ha questo passo'],
  [{ stepWindowsSeconds: [1, 1] }, 'stepWindowsSeconds: Al massimo una finestra tra due passi'],
])('neither a bar with %j is listed, nor what was done instead', (more, refusal) => {
  expect(refusals(funnelUnits, { ...units, ...more })).toEqual([refusal])
  expect(refusals(funnelInstead, { ...bar, ...more })).toEqual([refusal])
})

test.each([
  [{ outcome: 'maybe' }, 'outcome: Esito non valido'],
  [{ compared: 1 }, 'compared: Sì o no'],
  [{ value: 1 }, 'value: Valore non valido'],
  [{ cursor: 1 }, 'cursor: Cursore non valido'],
  [{ cursor: 'x'.repeat(1_001) }, 'cursor: Cursore non valido'],
  [{ limit: '1' }, 'limit: Limite non valido'],
  [{ limit: 0 }, 'limit: Limite non valido'],
  [{ limit: 201 }, 'limit: Limite non valido'],
])('a bar with %j is not listed', (more, refusal) =>
  expect(refusals(funnelUnits, { ...units, ...more })).toEqual([refusal]),
)

test('a bar is listed by fifty, up to two hundred, of one value or of those without', () => {
  expect(funnelUnits.parse(units)).toEqual({ ...units, limit: 50 })
  for (const more of [
    { outcome: 'dropped', value: null, limit: 200 },
    { value: 'x', cursor: 'x', limit: 1 },
  ])
    expect(refusals(funnelUnits, { ...units, step: 1, ...more })).toEqual([])
})

test('what was done instead may have asked for the small things too', () => {
  for (const also of [[], ['scroll', 'error']]) expect(refusals(funnelInstead, { ...bar, also })).toEqual([])
  expect(refusals(funnelInstead, { ...bar, also: 1 })).toEqual(['also: Azioni non valide'])
  expect(refusals(funnelInstead, { ...bar, also: ['x'] })).toEqual(['also.0: Azione non valida'])
})
