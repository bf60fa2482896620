import { screen, waitFor } from '@testing-library/react'
import { json } from '../../../testing/api.ts'
import { eventAt, historyPageOf, openHistory, pageCall } from '../../../testing/history.ts'
import { recordDownloads } from '../../../testing/look.ts'

test('A relative period goes into the file as its dates, as the server knows them', async () => {
  const followed = recordDownloads()
  const url = '/api/admin/export/events?ticket=a.b'
  const { user } = openHistory('period=lastWeek', [eventAt(1)], {
    'POST /api/admin/export/events/link': () => json(201, { url, expiresAt: '2026-11-22T00:00:00.000Z' }),
  })
  await user.click((await screen.findAllByRole('button', { name: 'Esporta' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: /Parquet/ }))
  await waitFor(() => expect(followed).toHaveLength(1))
  const asked = new URL(followed[0]?.href ?? '').searchParams
  expect([...asked.keys()]).toEqual(['ticket', 'from', 'to', 'format'])
  expect(Date.parse(asked.get('to') ?? '')).toBeLessThan(Date.now())
})

const filters = JSON.stringify([{ field: 'device', op: 'is', values: ['mobile'] }])

test('Filters about visits narrow the list and the file, which then has no live events', async () => {
  const followed = recordDownloads()
  const url = '/api/admin/export/events?ticket=a.b'
  const query = new URLSearchParams({ type: 'LeadSubmitted', filters })
  const { user } = openHistory(String(query), [], {
    'POST /api/admin/export/events/link': () => json(201, { url, expiresAt: '2026-11-22T00:00:00.000Z' }),
    [pageCall(String(query))]: () => json(200, historyPageOf([eventAt(9)])),
  })
  await screen.findByText('1 evento letto')
  await screen.findByRole('button', { name: 'Eventi di visite in cui dispositivo è Telefono' })
  screen.getByTitle('In diretta solo senza filtri sulle visite')
  await user.click((await screen.findAllByRole('button', { name: 'Esporta' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: /^CSV/ }))
  const wanted = `${location.origin}${url}&${query}&format=csv`
  await waitFor(() => expect(followed.map(({ href }) => href)).toEqual([wanted]))
})

test('On a phone a filter about visits is seen without opening the others', async () => {
  const real = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation(query => Object.assign(real(query), { matches: true }))
  const query = new URLSearchParams({ filters })
  openHistory(String(query), [], {
    [pageCall(String(query))]: () => json(200, historyPageOf([eventAt(9)])),
  })
  await screen.findByRole('button', { name: 'Eventi di visite in cui dispositivo è Telefono' })
  expect(screen.queryByRole('button', { name: 'Flusso' })).toBeNull()
})

test('Events are downloaded in the chosen format with the filters of the page, in the order of the log', async () => {
  const followed = recordDownloads()
  const url = '/api/admin/export/events?ticket=a.b'
  const { user } = openHistory('type=LeadSubmitted&q=prezzi&order=asc&event=x', [eventAt(1)], {
    'POST /api/admin/export/events/link': () => json(201, { url, expiresAt: '2026-11-22T00:00:00.000Z' }),
  })
  // It takes the focus.
  await screen.findByRole('dialog', { name: 'Evento' })
  await user.click((await screen.findAllByRole('button', { name: 'Esporta' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: /Parquet/ }))
  const wanted = `${location.origin}${url}&type=LeadSubmitted&q=prezzi&format=parquet`
  await waitFor(() => expect(followed.map(({ href }) => href)).toEqual([wanted]))
  expect(screen.queryByRole('button', { name: /Parquet/ })).toBeNull()
})
