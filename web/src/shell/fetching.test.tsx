import { screen } from '@testing-library/react'
import useSWR from 'swr'
import { expect, test } from 'vitest'
import { json, refused, serve } from '../testing/api.ts'
import { openPart } from '../testing/render.tsx'

function Reader({ path }: { path: string | string[] }) {
  const { data, error } = useSWR<{ name: string }, Error>(path)
  return <p>{data?.name ?? error?.message ?? 'in attesa'}</p>
}

test('The parts of a key make the path', async () => {
  serve({ 'GET /api/things/7': () => json(200, { name: 'sette' }) })
  openPart(<Reader path={['/api/things', '7']} />)
  await screen.findByText('sette')
})

test('Data are read once, though the window gets the focus and the network comes back', async () => {
  const api = serve({ 'GET /api/thing': () => json(200, { name: 'uno' }) })
  openPart(
    <>
      <Reader path="/api/thing" />
      <Reader path="/api/thing" />
    </>,
  )
  expect(await screen.findAllByText('uno')).toHaveLength(2)
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  // One more read of another path, so that a second read of the first would have been seen by now.
  api.answer({ 'GET /api/other': () => json(200, { name: 'due' }) })
  openPart(<Reader path="/api/other" />)
  await screen.findByText('due')
  expect(api.sent('GET /api/thing')).toHaveLength(1)
})

test('A read that fails is not tried again by itself', async () => {
  const api = serve({ 'GET /api/thing': () => refused(503, 'Servizio non disponibile') })
  openPart(<Reader path="/api/thing" />)
  await screen.findByText('503: Servizio non disponibile')
  expect(api.sent('GET /api/thing')).toHaveLength(1)
})
