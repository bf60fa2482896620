import { screen, within } from '@testing-library/react'
import { operator } from '../content/brand.ts'
import { openApp } from '../testing/render.tsx'

const pages = [
  ['/privacy', 'Informativa sulla privacy'],
  ['/termini', 'Termini di servizio'],
  ['/cookie', 'Cookie'],
] as const

const open = async (path: string, title: string) => {
  openApp(path)
  await screen.findByRole('heading', { level: 1, name: title })
}

test.each(pages)(
  '%s is a draft, its index links to each clause, and its footer to the others',
  async (path, title) => {
    await open(path, title)
    const index = within(screen.getByRole('navigation', { name: 'Indice' }))
    const led = index.getAllByRole('link').map(link => {
      const clause = document.querySelector(link.getAttribute('href') ?? '')
      return [link.textContent, clause && within(clause as HTMLElement).getByRole('heading').textContent]
    })
    expect(led.length).toBeGreaterThan(3)
    for (const [name, heading] of led) expect(heading).toBe(name)
    screen.getByText('Testo da completare.')
    const others = within(screen.getByRole('contentinfo')).getAllByRole('link')
    expect(others.map(link => link.getAttribute('href'))).toEqual(pages.map(([to]) => to))
  },
)

test('The operator’s own data replace the placeholders', async () => {
  const before = { ...operator }
  onTestFinished(() => void Object.assign(operator, before))
  Object.assign(operator, { company: 'Listino S.r.l.' })
  await open('/privacy', 'Informativa sulla privacy')
  expect(screen.queryByText('[ragione sociale]')).toBeNull()
  expect(document.body.textContent).toContain('è Listino S.r.l., con sede in [sede legale]')
})
