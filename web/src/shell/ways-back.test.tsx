import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openVisitor } from '../testing/customers.ts'
import { openPart } from '../testing/render.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

test('An unknown address shows an English page with a way home', async () => {
  const { user } = openVisitor('/nowhere')
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
