import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useEventFilters } from './event-filters.ts'
import { useOpenEvent } from './open-event.ts'

function ConsolePage() {
  const filters = useEventFilters()
  const { close, pick, walk } = useOpenEvent(filters)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const buttons = {
    apri: () => pick('e1'),
    altro: () => pick('e2'),
    causa: () => walk('e3'),
    filtra: () => filters.set('q', 'ora'),
    chiudi: close,
    indietro: () => navigate(-1),
  }
  return (
    <>
      <output>{pathname + search}</output>
      {Object.entries(buttons).map(([name, press]) => (
        <button key={name} type="button" onClick={press}>
          {name}
        </button>
      ))}
    </>
  )
}

function enter(address = '/eventi') {
  render(
    <MemoryRouter initialEntries={['/prima', address]} useTransitions={false}>
      <ConsolePage />
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  return async (...names: string[]) => {
    for (const name of names) await user.click(screen.getByRole('button', { name }))
    return screen.getByRole('status').textContent
  }
}

test('Whoever opens events and closes them gets to where they came from with one step back', async () => {
  const press = enter()
  expect(await press('apri', 'altro')).toBe('/eventi?evento=e2')
  expect(await press('chiudi')).toBe('/eventi')
  expect(await press('apri', 'chiudi', 'apri', 'causa')).toBe('/eventi?evento=e3')
  expect(await press('indietro')).toBe('/eventi?evento=e1')
  expect(await press('causa', 'chiudi')).toBe('/eventi')
  expect(await press('indietro')).toBe('/prima')
})

test('A filter that was chosen beside an open event stays when it is closed', async () => {
  const press = enter()
  expect(await press('apri', 'filtra', 'chiudi')).toBe('/eventi?q=ora')
})

test('An event that a link has opened is closed without leaving the page', async () => {
  const press = enter('/eventi?evento=e1')
  expect(await press('chiudi')).toBe('/eventi')
  expect(await press('indietro')).toBe('/prima')
})
