import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '../testing/administrators.ts'

test('An unknown page of the console shows a message in Italian, within the console', async () => {
  openConsole('/admin/nessuna-pagina')
  await screen.findByRole('heading', { name: 'Pagina non trovata' })
  const link = screen.getByRole('link', { name: 'Vai al Cruscotto' })
  expect(link.getAttribute('href')).toBe('/admin/dashboard')
  screen.getByRole('navigation', { name: 'Pagine della console' })
})

test('The address of the console leads to its first page', async () => {
  openConsole('/admin')
  await screen.findByRole('heading', { level: 1, name: 'Cruscotto' })
})

test('A button names the page and opens the list of pages, which closes after a choice', async () => {
  const { user } = openConsole('/admin/customers')
  const button = await screen.findByRole('button', { name: 'Clienti' })
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const pages = within(screen.getByRole('navigation', { name: 'Pagine della console' }))
  await user.click(pages.getByRole('link', { name: 'Cruscotto' }))
  await screen.findByRole('heading', { name: 'Cruscotto' })
  const next = screen.getByRole('button', { name: 'Cruscotto' })
  expect(next.getAttribute('aria-expanded')).toBe('false')
  expect(document.title).toMatch(/^Cruscotto · /)
})
