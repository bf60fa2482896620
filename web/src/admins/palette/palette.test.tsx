import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { matches } from '../../components/matches.ts'
import { serveConsole, tokenOf } from '../../testing/administrators.ts'
import { json } from '../../testing/api.ts'
import { eventAt } from '../../testing/history.ts'
import { openApp } from '../../testing/render.tsx'
import { streamQuery } from './destinations.ts'

const account = '0198a000-0000-7000-8000-0000000000aa'
const hostile = '<img src=x onerror="window.hurt=1">'
const customers = 'GET /api/admin/customers?q=anna&limit=6'
const anna = { id: account, firstName: 'Anna', lastName: hostile, email: 'anna@example.com' }
const found = (...some: object[]) => json(200, { customers: some, next: null })
const event = (stream: string, id = account) => eventAt(1, { id, stream, type: 'LeadSubmitted', data: {} })
const page = (...streams: string[]) =>
  json(200, { events: streams.map(stream => event(stream)), next: null, head: '1', lagMs: 0 })
const view = {
  ...{ id: account, name: 'Annate', filters: { q: 'hero' }, savedBy: 'admin:io' },
  savedAt: '2026-11-22T10:00:00.000Z',
}

async function openPalette() {
  const api = serveConsole()
  api.answer({
    'GET /api/admin/views?limit=200': () => json(200, { views: [view], next: null }),
    [customers]: () => found(anna),
    'GET /api/admin/events?stream=visit-anna*&limit=50': () =>
      page('visit-anna1', 'visit-anna1', 'visit-anna2'),
  })
  localStorage.setItem('admin_token', tokenOf('s', { sub: 'io' }))
  const user = openApp('/admin/dashboard')
  await screen.findByText('1.234')
  return { api, user }
}
const field = () => screen.findByRole('combobox', { name: /^Cerca una pagina/ })
const options = () => screen.getAllByRole('option').map(option => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent
const kept = () => localStorage.getItem('console_recent:io')

test('The shortcut opens and closes the palette, and the focus returns', async () => {
  const { user } = await openPalette()
  const refresh = screen.getByRole('button', { name: 'Aggiorna' })
  refresh.focus()
  for (const shortcut of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
    await user.keyboard(shortcut)
    const input = await field()
    expect(document.activeElement).toBe(input)
    expect(options()).toEqual(expect.arrayContaining(['CruscottoPagina', 'AnnateVista della cronologia']))
    await user.keyboard(shortcut)
    await waitFor(() => expect(document.activeElement).toBe(refresh))
  }
  await user.click(screen.getByRole('button', { name: 'Cerca' }))
  await field()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerca' }))
})

test('A typed customer is found by the server and chosen with Enter', async () => {
  const { user, api } = await openPalette()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'anna')
  await screen.findByText(`Anna ${hostile}`)
  await screen.findByText('visit-anna1')
  expect(options()).toEqual([
    ...['AnnateVista della cronologia', `Anna ${hostile}anna@example.com`],
    ...['visit-anna1Visita', 'visit-anna2Visita', 'Cerca «anna» negli eventiCronologia'],
  ])
  expect(chosen()).toBe('AnnateVista della cronologia')
  expect(document.querySelector('.palette img')).toBeNull()
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toBe(`Anna ${hostile}anna@example.com`)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Each letter by itself asked for nothing, and of the person only the id is kept.
  expect(api.sent(customers)).toHaveLength(1)
  expect(kept()).toBe(JSON.stringify([{ kind: 'customer', id: account }]))
})

test('An id finds an event and streams', async () => {
  const { user, api } = await openPalette()
  api.answer({
    [`GET /api/admin/events/${account}`]: () =>
      json(200, { event: event('lead-1'), session: null, cause: null, effects: [] }),
    [`GET /api/admin/events?q=${account}&limit=50`]: () => page(`setup-${account}`),
  })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), account)
  await screen.findByText(`setup-${account}`)
  await screen.findByText('lead-1')
  expect(options()[0]).toBe('Lead inviatolead-1')
})

test('Visited places come first the next time, for this administrator only', async () => {
  const { user } = await openPalette()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'cruscotto{Enter}')
  const dashboard = { kind: 'page', id: 'dashboard' }
  await waitFor(() => expect(kept()).toBe(JSON.stringify([dashboard])))
  // A view that was deleted since is passed over.
  const gone = { kind: 'view', id: 'eliminata' }
  const before = [{ kind: 'stream', id: 'setup-mio' }, gone, { kind: 'view', id: account }, dashboard]
  localStorage.setItem('console_recent:io', JSON.stringify(before))
  localStorage.setItem('console_recent:altra', JSON.stringify([{ kind: 'stream', id: 'setup-altra' }]))
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByText('Recenti')
  expect(options().slice(0, 3)).toEqual([
    ...['setup-mioFlusso', 'AnnateVista della cronologia', 'CruscottoPagina'],
  ])
  expect(screen.queryByText('setup-altra')).toBeNull()
})

test('An invalid list in storage is ignored', async () => {
  localStorage.setItem('console_recent:io', '[{"kind":"altro","id":"x"}]')
  const { user } = await openPalette()
  await user.keyboard('{Control>}k{/Control}')
  await field()
  expect(screen.queryByText('Recenti')).toBeNull()
})

test('Typed words can be searched in all events, and are not stored', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, api } = await openPalette()
  api.answer({ 'GET /api/admin/customers?q=piano+elite&limit=6': () => found() })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'piano elite')
  await screen.findByText('Cerca «piano elite» negli eventi')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(kept()).toBeNull()
})

test('A typed text is part of a stream’s name, of a visit’s id, or of neither', () => {
  expect(streamQuery('setup-0198')).toEqual({ stream: 'setup-0198*' })
  expect(streamQuery('set')).toEqual({ stream: 'set*' })
  expect(streamQuery('setup-0198*')).toEqual({ stream: 'setup-0198*' })
  expect(streamQuery('session_17')).toEqual({ stream: 'visit-session_17*' })
  expect(streamQuery(account)).toEqual({ q: account })
  for (const typed of ['', 'ab', 'due parole', 'a@b.it', 'x'.repeat(201)])
    expect(streamQuery(typed)).toBeNull()
})

test('A page is found by any of its words, accents aside', () => {
  expect(matches('Fidelizzazione è qui', 'FIDEL E')).toBe(true)
  expect(matches('Eventi', 'clienti')).toBe(false)
})
