import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serveVisitor } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'

test('The menu leads to the four sections, and closes on a choice and on Escape', async () => {
  serveVisitor()
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id)
  })
  const user = openApp('/')
  const menu = within(screen.getByRole('navigation', { name: 'Sezioni' }))
  for (const name of ['Funzionalità', 'Prezzi', 'Performance', 'FAQ']) {
    await user.click(screen.getByRole('button', { name: 'Apri menu' }))
    await user.click(menu.getByRole('button', { name }))
    expect(screen.getByRole('button', { name: 'Apri menu' }).getAttribute('aria-expanded')).toBe('false')
  }
  await user.click(screen.getByRole('button', { name: 'Inizia Ora' }))
  expect(scrolled).toEqual(['features', 'pricing', 'performance', 'faq', 'pricing'])
  await user.click(screen.getByRole('button', { name: 'Apri menu' }))
  await user.keyboard('{Escape}')
  screen.getByRole('button', { name: 'Apri menu' })
})

test('A section is scrolled to smoothly, unless less motion was asked for', async () => {
  serveVisitor()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const user = openApp('/')
  await user.click(screen.getByRole('button', { name: 'Inizia Ora' }))
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await user.click(screen.getByRole('button', { name: 'Inizia Ora' }))
  expect(scroll.mock.calls).toEqual([[{ behavior: 'smooth' }], [{ behavior: 'instant' }]])
})
