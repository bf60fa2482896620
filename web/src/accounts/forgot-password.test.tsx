import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { held, json } from '../testing/api.ts'
import { serveVisitor } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'

const email = () => screen.findByLabelText('Email')
const forgotten = () => screen.getByRole('button', { name: 'Password dimenticata?' })
const send = () => screen.getByRole('button', { name: 'Invia il link' })
const ask = 'POST /api/password/forgot'

async function openForgotten() {
  const user = openApp('/auth')
  await email()
  await user.click(forgotten())
  await screen.findByRole('heading', { name: 'Password dimenticata?' })
  return user
}

test('The answer does not say whether the address is registered', async () => {
  const api = serveVisitor()
  const answer = held()
  api.answer({ [ask]: answer.answer })
  const user = await openForgotten()
  await user.type(await email(), ' giulia@example.com ')
  await user.click(send())
  const waiting = await screen.findByRole('button', { name: 'Invio in corso...' })
  expect(waiting).toHaveProperty('disabled', true)
  answer.release(json(202, { ok: true }))
  const title = await screen.findByRole('heading', { name: 'Controlla la tua email' })
  expect(document.activeElement).toBe(title)
  expect(title.parentElement?.textContent).toContain(
    "Se giulia@example.com è un indirizzo registrato, sta arrivando un’e-mail con un link valido per un'ora.",
  )
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(api.sent(ask).map(({ body }) => body)).toEqual([{ email: 'giulia@example.com' }])
})
