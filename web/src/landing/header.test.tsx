import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serveVisitor } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'

test('Scrolling to a section is smooth, except under reduced motion', async () => {
  serveVisitor()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const user = openApp('/')
  await user.click(screen.getByRole('button', { name: 'Inizia Ora' }))
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await user.click(screen.getByRole('button', { name: 'Inizia Ora' }))
  expect(scroll.mock.calls).toEqual([[{ behavior: 'smooth' }], [{ behavior: 'instant' }]])
})
