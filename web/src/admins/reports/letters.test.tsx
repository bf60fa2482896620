import { screen, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, type Routes, refused, serve } from '../../testing/api.ts'
import { openApp } from '../../testing/render.tsx'

const id = 'a3a3a3a3-0000-4000-8000-000000000001'
const at = '2026-11-29T23:00:00.000Z'
const path = `/api/admin/reports/${id}`
const recipient = { id, account: null, email: 'capo@example.com', isTrial: false, why: null, log: [] }
const sent = (refusal: number | null, day: number) => ({
  from: at,
  refusal,
  at: `2026-11-0${day}T07:01:00.000Z`,
})
const letters = {
  id,
  every: 'week',
  hour: 8,
  orderedAt: at,
  orderedBy: `admin:${id}`,
  next: '2026-12-07T07:01:00.000Z',
  recipients: [
    { ...recipient, state: 'waiting' },
    {
      ...recipient,
      id: `${id.slice(0, -1)}2`,
      state: 'ended',
      why: 'refused',
      log: [sent(550, 9), sent(null, 2)],
    },
  ],
}
const routes: Routes = {
  [`GET ${path}`]: () =>
    json(200, { title: 'Ogni lunedì', zone: 'Europe/Rome', isShared: false, parts: [], annotations: [] }),
  [`GET ${path}/links`]: () => json(200, { links: [] }),
}

test('letters are ordered, tried and deleted, with what was delivered to whom', async () => {
  const order = `POST ${path}/letters`
  let { recipients } = letters
  const [test, end] = [`POST /api/admin/letters/${id}/test`, `DELETE /api/admin/letters/${id}`]
  const { api, user } = openConsole(`/admin/reports/${id}`, {
    ...routes,
    [`GET ${path}/letters`]: () => json(200, { letters: [{ ...letters, recipients }] }),
    [order]: () => json(201, { id }),
    [test]: () => json(201, { id }),
    [end]: () => json(200, { ok: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Lettere' }))
  const panel = within(await screen.findByRole('region', { name: 'Lettere' }))
  const button = panel.getByRole('button', { name: 'Ordina le lettere' })
  expect(button).toHaveProperty('disabled', true)
  await user.selectOptions(panel.getByLabelText('Quando'), 'il primo del mese')
  await user.selectOptions(panel.getByLabelText('A che ora'), 'alle 7')
  await user.type(panel.getByLabelText('A chi'), 'anna@example.com, capo@example.com')
  await user.click(button)
  await screen.findByText('Lettere ordinate')
  expect(api.sent(order)[0]?.body).toEqual({
    every: 'month',
    hour: 7,
    to: ['anna@example.com', 'capo@example.com'],
  })
  const table = within(panel.getByRole('table', { name: 'Chi le riceve ogni lunedì alle 8' }))
  expect(table.getByText('deve confermare')).toBeDefined()
  expect(table.getByText('fermata: tre rifiuti')).toBeDefined()
  expect(table.getByText('rifiutata (550)')).toBeDefined()
  expect(table.getByText('consegnata')).toBeDefined()
  expect(panel.queryByText('prossima')).toBeNull()
  recipients = [{ ...recipient, state: 'active' }]
  await user.click(panel.getByRole('button', { name: 'Invia una prova' }))
  await screen.findByText('Prova in arrivo al tuo indirizzo')
  await panel.findByText('prossima')
  await user.click(panel.getByRole('button', { name: 'Elimina' }))
  await screen.findByText('Lettere eliminate')
  expect([api.sent(test), api.sent(end)].map(calls => calls.length)).toEqual([1, 1])
})

test('the link of a letter asks, and ends it only when the button is pressed', async () => {
  const end = 'POST /api/letters/unsubscribe?token=a.b.c'
  const api = serve({ [end]: () => json(200, { ok: true }) })
  const user = openApp('/letters#unsubscribe=a.b.c')
  const button = await screen.findByRole('button', { name: 'Non mandatemelo più' })
  expect(api.sent(end)).toEqual([])
  await user.click(button)
  const done = await screen.findByText('Fatto: non riceverai più queste lettere.')
  expect(api.sent(end)).toHaveLength(1)
  expect(document.activeElement).toBe(done)
})

test('a confirmation says what the server says', async () => {
  const sentence = 'Il link non è valido, o le lettere sono già finite.'
  const confirm = 'POST /api/letters/confirm'
  const api = serve({ [confirm]: () => refused(404, sentence) })
  const user = openApp('/letters#confirm=a.b.c')
  await user.click(await screen.findByRole('button', { name: 'Sì, mandatemelo' }))
  await screen.findByText(sentence)
  expect(api.sent(confirm)[0]?.body).toEqual({ token: 'a.b.c' })
})

test('without a token the page asks nothing', async () => {
  serve({})
  openApp('/letters')
  await screen.findByText('Apri questa pagina dal link di una lettera.')
})
