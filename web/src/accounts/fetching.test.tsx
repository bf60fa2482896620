import { act, screen } from '@testing-library/react'
import useSWR from 'swr'
import { json, refused, serve } from '../testing/api.ts'
import { openPart } from '../testing/render.tsx'

function Reader({ path }: { path: string | string[] }) {
  const { data, error } = useSWR<{ name: string }, Error>(path)
  return <p>{data?.name ?? error?.message ?? 'in attesa'}</p>
}

test('Data are read once, even after the focus or the network returns', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = serve({ 'GET /api/thing': () => json(200, { name: 'uno' }) })
  openPart(
    <>
      <Reader path="/api/thing" />
      <Reader path="/api/thing" />
    </>,
  )
  expect(await screen.findAllByText('uno')).toHaveLength(2)
  // SWR ignores events in the first seconds.
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  for (const event of ['focus', 'online']) {
    act(() => {
      window.dispatchEvent(new Event(event))
    })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
  }
  expect(api.sent('GET /api/thing')).toHaveLength(1)
})

test('A failed read is not repeated automatically', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = serve({ 'GET /api/thing': () => refused(503, 'Servizio non disponibile') })
  openPart(<Reader path="/api/thing" />)
  await screen.findByText('503: Servizio non disponibile')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(api.sent('GET /api/thing')).toHaveLength(1)
})
