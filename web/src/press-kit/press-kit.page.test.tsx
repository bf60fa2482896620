import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pressOffice, socialLinks } from '../content/brand.ts'
import { openApp } from '../testing/render.tsx'
import { boilerplate, description, palette } from './brand-info.ts'

async function openPressKit() {
  const user = openApp('/press-kit')
  await screen.findByRole('heading', { name: 'Press kit' })
  return user
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}

test('The key statistics are declared to be samples, beside the warning of the risk', async () => {
  await openPressKit()
  const statistics = section('Statistiche chiave')
  for (const figure of ['2024', '€500M+', '15%+', '10.000+']) statistics.getByText(figure)
  statistics.getByText('Dati illustrativi')
  statistics.getByText('rendimenti dichiarati, non garantiti')
  statistics.getByRole('note')
})

test('Each of the six colours, the description and the boilerplate can be copied', async () => {
  const user = await openPressKit()
  expect(palette).toHaveLength(6)
  const copies = [
    ['Copia descrizione', description],
    ['Copia boilerplate', boilerplate],
    ...palette.map(({ name, hex }) => [`Copia ${name}`, hex]),
  ]
  for (const [name, text] of copies) {
    await user.click(screen.getByRole('button', { name }))
    expect(await navigator.clipboard.readText()).toBe(text)
  }
})

test('«Copiato!» shows for two seconds, counted from the last press', async () => {
  await openPressKit()
  vi.useFakeTimers()
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  await press('Copia descrizione')
  screen.getByRole('button', { name: 'Copiato!' })
  screen.getByText('Negli appunti: descrizione')
  pass(1500)
  await press('Copiato!')
  pass(1999)
  screen.getByRole('button', { name: 'Copiato!' })
  pass(1)
  expect(screen.queryByRole('button', { name: 'Copiato!' })).toBeNull()
  screen.getByRole('button', { name: 'Copia descrizione' })
})

test('A browser that does not let copy says so instead of «Copiato!»', async () => {
  await openPressKit()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('blocked'))
  await press('Copia boilerplate')
  await screen.findByText('Copia non riuscita')
  expect(screen.queryByText('Copiato!')).toBeNull()
})

test('The footer leads to the sections of the home page and to the social networks', async () => {
  await openPressKit()
  const links = within(screen.getByRole('contentinfo')).getAllByRole('link')
  const subject = (text: string) => `mailto:${pressOffice.email}?subject=${text}`
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['Funzionalità', '/#features'],
    ['Prezzi', '/#pricing'],
    ['Performance', '/#performance'],
    ['FAQ', '/#faq'],
    ['Privacy', subject('Privacy%20Policy')],
    ['Termini', subject('Termini%20di%20servizio')],
    ...socialLinks.map(({ name, address }) => [name, address]),
  ])
})
