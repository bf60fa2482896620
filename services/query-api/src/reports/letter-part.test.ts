import { letterPeriods } from '@tba/events/reports/letter-times.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import type { Copy } from '../analytics/copy/copy.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import type { Deps } from '../deps.ts'
import { letterPart } from './letter-part.ts'

const monday = '2026-11-15T23:00:00.000Z'
const periods = letterPeriods('week', monday)
const at = (day: number) => new Date(Date.parse(monday) + (day * 24 + 12) * 3_600_000).toISOString()
const visit = (day: number, id: string) =>
  recordedFixture('VisitStarted', { stream: streams.visit(id), recordedAt: at(day) }, { userAgent: null })
const lead = (day: number, visitId: string) =>
  recordedFixture('LeadSubmitted', {
    stream: streams.lead(crypto.randomUUID()),
    recordedAt: at(day),
    visitId,
  })

/** Two visits and a lead in the week before, three and two in the week, more after it. */
async function asked() {
  const copy = await copyOf([
    ...[visit(-6, 'a'), visit(-5, 'b'), lead(-5, 'b')],
    ...[visit(0, 'c'), visit(0, 'd'), lead(1, 'c'), visit(6, 'e'), lead(6, 'e')],
    ...[visit(7, 'f'), lead(7, 'f')],
  ])
  onTestFinished(() => copy[Symbol.dispose]())
  const query = ((question, input) => copy.ask(snapshot => question(snapshot, input))) as Copy['query']
  const needs = { pool: {}, copy: { query } } as unknown as Pick<Deps, 'pool' | 'copy'>
  return (part: Parameters<typeof letterPart>[1]) =>
    letterPart(needs, part, { ...periods, nowMs: Date.parse(at(7)), options: {} })
}

const figures = ({ figures }: { figures: { name: string; value: unknown; before: unknown }[] }) =>
  figures.map(({ name, value, before }) => [name, value, before])

test('an overview is counted over the closed week and the one before, by days', async () => {
  const part = await (await asked())({ kind: 'overview', definition: { period: '30d' }, text: 'Come va' })
  expect(figures(part).slice(0, 3)).toEqual([
    ['Visite', 3, 2],
    ['Pagine viste', 0, 0],
    ['Richieste', 2, 1],
  ])
  expect(part.bars.map(({ value }) => value)).toEqual([2, 0, 0, 0, 0, 0, 1])
  expect(part.bars[0]?.label).toBe('lun 16 nov')
  expect(part).toMatchObject({ text: 'Come va', failure: null, empty: null, position: expect.any(String) })
})

test('a funnel says who entered and arrived, by steps', async () => {
  const part = await (await asked())({
    kind: 'funnel',
    definition: {
      by: 'visit',
      windowSeconds: 7 * 86_400,
      period: '30d',
      steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
    },
  })
  expect(figures(part)).toEqual([
    ['Entrati', 3, 2],
    ['Arrivati in fondo', 2, 1],
    ['Conversione', 66.7, 50],
  ])
  expect(part.bars).toEqual([
    { label: 'Visita iniziata', value: 3 },
    { label: 'Contatto inviato', value: 2 },
  ])
})

test('a part names its filters and the kinds of its interactions in words', async () => {
  const ask = await asked()
  const part = await ask({
    kind: 'funnel',
    definition: {
      by: 'visit',
      windowSeconds: 86_400,
      period: '30d',
      filters: [
        { field: 'device', op: 'is', values: ['mobile', null] },
        { field: 'outcome', op: 'isNot', values: ['lead'] },
      ],
      steps: [
        { event: 'VisitStarted' },
        {
          event: 'InteractionTracked',
          where: [
            { field: 'eventType', op: 'is', value: 'button_click' },
            { field: 'elementText', op: 'contains', value: 'Inizia' },
          ],
        },
      ],
    },
  })
  expect(part.name).toBe('Funnel: Visita iniziata → Clic · Testo dell’elemento contiene «Inizia»')
  expect(part.only).toBe('Solo: dispositivo è Telefono o (senza valore); nessun esito è contatto.')
  const overview = await ask({ kind: 'overview', definition: { period: 'today', source: 'giornale' } })
  expect(overview.only).toBe('Solo: sorgente è giornale.')
  expect((await ask({ kind: 'overview', definition: { period: 'today' } })).only).toBeNull()
})

test('a trend and a retention keep their own conditions', async () => {
  const ask = await asked()
  const where = [{ field: 'plan', op: 'is' as const, value: 'nessuno' }]
  const trend = await ask({
    kind: 'trend',
    definition: {
      count: 'events',
      interval: 'day',
      period: 'today',
      series: [{ event: 'LeadSubmitted', where }, { event: 'LeadSubmitted' }],
    },
  })
  expect(figures(trend)).toEqual([
    ['Contatto inviato · Piano è «nessuno»', 0, 0],
    ['Contatto inviato', 2, 1],
  ])
  // Only what has nothing at all is empty.
  expect(trend.empty).toBeNull()
  const retention = await ask({
    kind: 'retention',
    definition: {
      by: 'visit',
      unit: 'week',
      mode: 'in',
      first: 'each',
      period: '90d',
      entry: { event: 'VisitStarted' },
      action: { event: 'LeadSubmitted' },
    },
  })
  expect(figures(retention)).toEqual([
    ['Entrati', 3, 2],
    ['Con l’azione nello stesso intervallo', 2, 1],
  ])
})

test('what follows requests of the period before is counted too, marked as older', async () => {
  const registered = new Map<unknown, number>([
    [periods.period.from, 1],
    [periods.before.from, 2],
  ])
  const one = async ({ values }: { values: unknown[] }) => ({
    rows: [
      {
        value: 'elite',
        requests: 6,
        contactedInADay: 0,
        activated: 0,
        medianHours: null,
        registered: registered.get(values.find(value => registered.has(value))),
      },
    ],
  })
  const needs = { pool: { any: async () => [], one }, copy: {} } as unknown as Parameters<
    typeof letterPart
  >[0]
  const asked = { ...periods, nowMs: Date.parse(at(7)), options: {} }
  const part = await letterPart(needs, { kind: 'outcomes', definition: { period: '7d', by: 'plan' } }, asked)
  expect(part.figures).toMatchObject([
    { value: 6, before: 6 },
    { value: 0, before: 0 },
    { name: 'Seguite da registrazione', value: 1, before: 2, hadMoreTime: true },
    { value: 0, before: 0, hadMoreTime: true },
  ])
})

test('an empty part says when the last one was, up to the end of the period, and what was collected', async () => {
  const part = await (await asked())({
    kind: 'trend',
    definition: {
      count: 'events',
      interval: 'day',
      period: '7d',
      series: [{ event: 'QuestionnaireSubmitted' }],
    },
  })
  expect(part).toMatchObject({ bars: [], empty: { lastAt: null, recorded: 3 } })
})
