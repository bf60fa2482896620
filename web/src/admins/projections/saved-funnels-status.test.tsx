import type { KeeperStatus } from '@tba/events/projections/views.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signIn } from '../../testing/administrators.ts'
import { json, serve } from '../../testing/api.ts'
import { projectionOf } from '../../testing/projections.ts'
import { openApp } from '../../testing/render.tsx'

const list = 'GET /api/admin/projections'
/** At the end of the head, as it is on every page. */
const note = () => document.querySelector('.console-rooms [role=status]') as HTMLElement
const saying = (text: string) => waitFor(() => expect(note()?.textContent).toBe(text))

test('Saved funnels that are not counted on are told on every page, and the room says how all of them do', async () => {
  const position = '00000001-00000000000002f6-00000000000004d2'
  const savedFunnels = { position, lagMs: 75_000, funnels: { live: 3, building: 1, givenUp: 1 } }
  const answer = (state: KeeperStatus['state']) => ({
    [list]: () =>
      json(200, {
        ...{ projections: [projectionOf()], next: null },
        savedFunnels: { state, ...savedFunnels },
      }),
  })
  const api = serve(answer('still'))
  signIn()
  openApp('/admin/projections')
  await saying('Funnel salvati fermi')
  expect(note().dataset.delayed).toBe('true')
  const section = (await screen.findByRole('heading', { name: 'Funnel salvati' })).parentElement
  expect(section?.querySelector('p')?.textContent).toBe(
    ' Fermi: 3 aggiornati da soli, 1 da contare da capo, 1 contato a ogni lettura, perché troppo grande, ' +
      'ritardo 1 min 15 s. I loro numeri restano giusti, ma si contano da capo a ogni lettura. Apri i funnel',
  )
  api.answer(answer('building'))
  await waitFor(() => expect(section?.textContent).toContain('In costruzione'), { timeout: 6_000 })
  await saying('Letture al passo')
}, 15_000)
