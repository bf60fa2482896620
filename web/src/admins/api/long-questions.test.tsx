import type { Dashboard } from '@tba/events/admins/views.ts'
import { screen, waitFor } from '@testing-library/react'
import { dashboardOf, openConsole } from '../../testing/administrators.ts'
import { json } from '../../testing/api.ts'

const id = '0b0b0b0b-0000-4000-8000-000000000001'
const question = `GET /api/admin/questions/${id}`
const cancelled = `DELETE /api/admin/questions/${id}`

/** A dashboard whose question is answered later. */
function asked() {
  const answer: { view: object } = { view: { state: 'running', progress: 0.42 } }
  const opened = openConsole('/admin/dashboard', {
    'GET /api/admin/dashboard': () => json(202, { id }),
    [question]: () => json(200, answer.view),
    [cancelled]: () => {
      answer.view = { state: 'cancelled', progress: 0.42 }
      return json(200, { ok: true })
    },
  })
  const end = (result: Dashboard) => {
    answer.view = { state: 'done', progress: 1, result }
  }
  return { ...opened, end }
}

test('A question that takes long shows its progress, then its answer', async () => {
  const { api, end } = asked()
  expect((await screen.findByText('Conto: 42%…')).textContent).toBe('Conto: 42%…')
  expect(api.sent('GET /api/admin/dashboard')[0]?.headers.get('Prefer')).toBe('respond-async, wait=1')
  end(dashboardOf())
  expect(await screen.findByText('1.234')).toBeTruthy()
  expect(screen.queryByText(/^Conto/)).toBeNull()
})

test('A press on Annulla cancels it, and says so', async () => {
  const { api, user } = asked()
  await user.click(await screen.findByRole('button', { name: 'Annulla' }))
  expect(api.sent(cancelled)).toHaveLength(1)
  expect(await screen.findByText('Conteggio annullato')).toBeTruthy()
  expect(document.querySelector('.toast')).toBeNull()
  expect(screen.queryByText(/^Conto/)).toBeNull()
})

test('A tab that closes cancels it', async () => {
  const { api } = asked()
  await screen.findByText('Conto: 42%…')
  dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(api.sent(cancelled)).toHaveLength(1))
})
