import { savedKinds } from './kinds.ts'

const trend = { series: [{ event: 'LeadSubmitted' }], count: 'events', interval: 'day', period: '7d' }
const bodies = {
  annotation: [{ from: '2026-01-01', text: 'Versione 2', kind: 'release' }, 'Versione 2'],
  segment: [{ name: 'Home', filters: [{ field: 'page', op: 'is', values: ['/'] }] }, 'Home'],
  query: [{ name: 'Tutto', query: 'select 1' }, 'Tutto'],
  report: [{ title: 'Settimana', parts: [{ kind: 'overview', definition: { period: '7d' } }] }, 'Settimana'],
  trend: [{ name: 'Contatti', ...trend }, 'Contatti'],
} as const satisfies Record<keyof typeof savedKinds, readonly [body: object, name: string]>

test.each(Object.entries(bodies))('the audit calls a saved %s by its name', (name, [sent, expected]) => {
  const kind = savedKinds[name as keyof typeof savedKinds]
  expect(kind.nameOf(kind.body.parse(sent) as never)).toBe(expected)
  const recorded = kind.recorded?.(kind.body.parse(sent) as never)
  expect(recorded).toEqual(name === 'trend' ? { name: 'Contatti', definition: trend } : undefined)
})
