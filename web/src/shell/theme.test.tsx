import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openVisitor } from '../testing/customers.ts'

function systemTheme(dark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: dark })
  vi.stubGlobal('matchMedia', () => query)
  return (becomesDark: boolean) =>
    act(() => {
      query.matches = becomesDark
      query.dispatchEvent(new Event('change'))
    })
}
const shown = () => document.documentElement.className
const choice = (name: string) =>
  screen.findAllByRole('radio', { name }).then(([first]) => first as HTMLElement)

test('A choice is kept and no longer follows the system', async () => {
  const change = systemTheme(false)
  const { user } = openVisitor('/auth')
  await user.click(await choice('Scuro'))
  expect(shown()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  change(true)
  change(false)
  expect(shown()).toBe('dark')
})
