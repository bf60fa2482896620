import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, refused } from '../testing/api.ts'
import { progressOf, serveCustomer, serveVisitor } from '../testing/customers.ts'
import { openApp, openPart } from '../testing/render.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

test('An unknown address is told in English, with a way home', async () => {
  serveVisitor()
  const user = openApp('/nowhere')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  screen.getByText('Did you forget to add the page to the router?')
  await user.click(screen.getByRole('link', { name: 'Back to the home page' }))
  await screen.findByRole('button', { name: 'Inizia con €500' })
})

test('A screen that breaks leaves a way home', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('rotto')
  }
  openPart(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  screen.getByRole('heading', { name: 'Qualcosa è andato storto' })
  expect(screen.getByRole('link', { name: 'Torna alla home' })).toHaveProperty('pathname', '/')
})

test('A dashboard that cannot be loaded can be tried again', async () => {
  const api = serveCustomer(progressOf())
  api.answer({ 'GET /api/user/progress': () => refused(503, 'Servizio non disponibile') })
  const user = openApp('/dashboard')
  await screen.findByText(/503: Servizio non disponibile/)
  api.answer({ 'GET /api/user/progress': () => json(200, progressOf()) })
  await user.click(screen.getByRole('button', { name: 'Riprova' }))
  await screen.findByRole('heading', { name: 'Area Privata - Professional' })
})
