import { screen } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json } from '../../testing/api.ts'
import { overviewOf } from '../../testing/overview.ts'
import { parseDefinition } from '../funnels/builder/draft.ts'

const { totals } = overviewOf()
const before = { from: '2026-10-10T22:00:00.000Z', to: '2026-10-24T22:00:00.000Z' }
const after = { from: '2026-10-25T23:00:00.000Z', to: '2026-11-08T23:00:00.000Z' }
const week = { from: '2026-11-11T23:00:00.000Z', to: '2026-11-18T23:00:00.000Z' }
const encoded = (params: Record<string, string>) => new URLSearchParams(params).toString()
const call = (params: Record<string, string>) => `GET /api/admin/overview?${encoded(params)}`
const answer = () => json(200, overviewOf({ compared: { ...totals, visits: 90 } }))

function open() {
  vi.setSystemTime('2026-11-18T12:00:00Z')
  const days = 'from=2026-10-26&to=2026-11-09&compareFrom=2026-10-11&compareTo=2026-10-25'
  return openConsole(`/admin/overview?${days}`, {
    [call({ ...after, compareFrom: before.from, compareTo: before.to })]: answer,
    [call({ ...week, compareFrom: '2026-11-04T23:00:00.000Z', compareTo: '2026-11-11T12:00:00.000Z' })]:
      answer,
  })
}
const opened = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('Two free periods are compared, by source too, until another period is chosen', async () => {
  const { user } = open()
  await screen.findByText(
    /^26 ott 2026 – 8 nov 2026, rispetto a 11 ott 2026 – 24 ott 2026\. Giorni interi: 14 e 14\./,
  )
  const funnel = new URL((await opened('Contatti per sorgente')) ?? '', location.href)
  const definition = parseDefinition(JSON.parse(funnel.searchParams.get('definition') ?? ''))
  expect(definition).toMatchObject({ ...after, compareTo: before })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periodo' }), 'Ultimi 7 giorni')
  await screen.findByText(/^12 nov 2026 – 18 nov 2026, rispetto a 5 nov 2026/)
})

test('A figure opens what it counts, now and before: visits, or events', async () => {
  open()
  expect(await opened('40, Visite')).toBe(`/admin/visits?${encoded(after)}`)
  expect(await opened('prima 90, Visite')).toBe(`/admin/visits?${encoded(before)}`)
  expect(await opened('10%, Conversione: visite con registrazione')).toBe(
    `/admin/visits?${encoded({ ...after, registered: 'true' })}`,
  )
  const requests = `type=LeadSubmitted&${encoded({ type: 'QuestionnaireSubmitted', ...after })}`
  expect(await opened('1, Richieste')).toBe(`/admin/events?${requests}`)
  expect(await opened('prima 3, Piani attivati')).toBe(
    `/admin/events?${encoded({ type: 'PlanActivated', ...before })}`,
  )
  expect(screen.queryByRole('link', { name: '0, Questionari' })).toBeNull()
})
