/** Bodies that the console's calls accept. */

export const countedFunnel = {
  by: 'visit',
  steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
  windowSeconds: 3_600,
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
}
export const countedRetention = {
  by: 'customer',
  entry: { event: 'AccountRegistered' },
  action: { event: 'SessionOpened' },
  unit: 'week',
  mode: 'in',
  first: 'each',
  period: '30d',
}
export const segment = { name: 'Dal telefono', filters: [{ field: 'device', op: 'is', values: ['mobile'] }] }
export const annotation = { from: '2026-11-15', text: 'Nuovo sito', kind: 'release' }
export const savedQuery = { name: 'Visite', query: 'select count(*) from visits' }
export const alarm = { series: [{ event: 'LeadSubmitted' }], count: 'events', kind: 'silence', hours: 6 }
export const savedFunnel = { name: 'Dalla visita al contatto', ...countedFunnel }
export const countedTrend = {
  series: [{ event: 'LeadSubmitted' }],
  count: 'persons',
  interval: 'day',
  period: '7d',
}
export const savedTrend = { name: 'Contatti', ...countedTrend }

export const savedReport = {
  title: 'Settimana',
  parts: [{ kind: 'overview', definition: { period: 'lastWeek' } }],
}
export const letters = { every: 'week', hour: 8, to: ['capo@example.com'] }
