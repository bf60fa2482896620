import { act, screen, waitFor, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { deferred, json, refused } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { visitId, visitOf, visitRowOf } from '../../testing/visits.ts'

const list = (query = '') => `GET /api/admin/visits?${query}bots=false&limit=50`
const one = `GET /api/admin/visits/${visitId}`
const robot = { reason: 'si presenta come Googlebot' }
const pageOf = (...visits: ReturnType<typeof visitRowOf>[]) => json(200, { visits, next: null })

test('Visits are listed in Italian, with links, and robots with their reason', async () => {
  const unknown = { device: null, pages: [], referrer: null, consent: null, outcome: null }
  const program = visitRowOf({ id: 'b', robot, ...unknown })
  openConsole('/admin/visits', {
    [list()]: () => pageOf(visitRowOf({ refusals: 2, errors: 1, seen: true }), program),
  })
  const [first] = await screen.findAllByRole('link', { name: '22/11/2026, 00:30:15' })
  expect(first?.getAttribute('href')).toBe(`/admin/visits/${visitId}?list=`)
  expect(cellsOf().map(row => row.map(cell => cell?.trim()))).toEqual([
    [
      ...['22/11/2026, 00:30:15 già vista', '4 min 12 s', '/ e un’altra', '2', '7', 'Telefono'],
      ...['2 rifiuti, 1 errore', 'google', 'Dato', 'Contatto'],
    ],
    [
      ...['22/11/2026, 00:30:15', '4 min 12 s', '—', '2', '7'],
      ...[`Robot: ${robot.reason}`, '—', 'google', '—', '—'],
    ],
  ])
  expect(screen.getByText('Robot', { selector: '.badge' }).title).toBe(robot.reason)
})

test('How many visits meet the filters stands above them, and the two kinds of pages have names of their own', async () => {
  openConsole('/admin/visits', {
    [list()]: () => json(200, { visits: [visitRowOf()], next: 'poi', total: 1_234 }),
  })
  await screen.findByText('1.234 visite.')
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(names.slice(2, 4)).toEqual(['Pagine con eventi', 'Pagine viste'])
})

test('Robots are left out until they are chosen', async () => {
  const { user } = openConsole('/admin/visits', {
    [list()]: () => pageOf(visitRowOf()),
    'GET /api/admin/visits?bots=only&limit=50': () => pageOf(visitRowOf({ robot })),
  })
  await screen.findByRole('link', { name: '22/11/2026, 00:30:15' })
  await user.selectOptions(screen.getByLabelText('Robot'), 'Solo robot')
  await screen.findByText('Robot', { selector: '.badge' })
  await user.selectOptions(screen.getByLabelText('Robot'), 'Senza robot')
  await waitFor(() => expect(location.search).toBe(''))
})

test('Without visits the page explains what it would show', async () => {
  openConsole('/admin/visits', { [list()]: () => pageOf() })
  await screen.findByText(/^Nessuna visita, finora/)
})

test('The button for more rows keeps the focus, and disappears after the last page', async () => {
  const next = deferred()
  const { user } = openConsole('/admin/visits', {
    [list()]: () => json(200, { visits: [visitRowOf()], next: 'poi' }),
    [`${list()}&cursor=poi`]: next.answer,
  })
  const more = await screen.findByRole('button', { name: 'Mostra altre' })
  await user.click(more)
  expect(more.textContent).toBe('Caricamento...')
  expect(document.activeElement).toBe(more)
  next.release(pageOf(visitRowOf({ id: 'b' })))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mostra altre' })).toBeNull())
  expect(cellsOf()).toHaveLength(2)
})

test('A visit names its source, also without a site that it came from', async () => {
  const { visit, ...rest } = visitOf()
  const its = { ...visit, source: 'newsletter', referrer: null }
  openConsole(`/admin/visits/${visitId}`, { [one]: () => json(200, { visit: its, ...rest }) })
  expect((await screen.findByText('Sorgente')).nextElementSibling?.textContent).toBe('newsletter')
  expect(screen.getByText('Sito di provenienza').nextElementSibling?.textContent).toBe('—')
})

const chosen = () => document.querySelector('[role=option][aria-selected=true]')?.textContent ?? ''
const lines = () => document.querySelectorAll('[role=option]')

test('A visit shows its events, its customer, and why it counts as a robot', async () => {
  const accounts = ['a3a3a3a3-0000-4000-8000-00000000000a']
  openConsole(`/admin/visits/${visitId}`, { [one]: () => json(200, visitOf({ accounts, robot })) })
  await screen.findByText('Contata come robot: si presenta come Googlebot.')
  const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(leads('Cliente')).toBe(`/admin/customers/${accounts[0]}`)
  expect(leads('Persona')).toBe(`/admin/people/${accounts[0]}`)
  // A click and its analytics event are one line.
  expect(lines()).toHaveLength(6)
  screen.getByText(/^anche analytics · /)
  screen.getByText('pausa di 4 min')
  screen.getByText('dopo 4 min')
})

test('A visit opened from the list leads to the ones around it, also on the next page, and back', async () => {
  const filters = 'converted=true'
  const ask = (id: string) => `/admin/visits/${id}?${new URLSearchParams({ list: filters })}`
  const { api, user } = openConsole(ask(visitId), {
    'GET /api/admin/visits/*': () => json(200, visitOf()),
    [`GET /api/admin/visits?${filters}&limit=200`]: () =>
      json(200, { visits: [visitRowOf({ id: 'a' }), visitRowOf()], next: 'poi' }),
    [`GET /api/admin/visits?${filters}&limit=200&cursor=poi`]: () => pageOf(visitRowOf({ id: 'z' })),
    'PUT /api/admin/visits/*': () => json(200, { ok: true }),
  })
  const around = within(await screen.findByRole('navigation', { name: 'Nell’elenco' }))
  const older = await around.findByRole('link', { name: 'Visita meno recente' })
  expect(older.getAttribute('href')).toBe(ask('z'))
  expect(around.getByRole('link', { name: 'Visita più recente' }).getAttribute('href')).toBe(ask('a'))
  around.getByText('2 dell’elenco')
  expect(screen.getByRole('link', { name: '← Visite' }).getAttribute('href')).toBe(`/admin/visits?${filters}`)
  await user.click(older)
  await waitFor(() => expect(api.sent('GET /api/admin/visits/z')).toHaveLength(1))
})

test('Keys move through the events of a visit, and the position is announced', async () => {
  const visit = visitOf()
  const { user } = openConsole(`/admin/visits/${visitId}`, { [one]: () => json(200, visit) })
  const listbox = await screen.findByRole('listbox')
  act(() => listbox.focus())
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toContain('Pagina vista')
  await user.keyboard('{End}')
  expect(chosen()).toContain('Tempo sulla pagina')
  await user.keyboard('{Home}{ArrowUp}')
  expect(chosen()).toContain('Visita iniziata')
  const ribbon = within(screen.getByRole('region', { name: 'Nastro della visita' }))
  ribbon.getByText('/')
  await user.click(ribbon.getByText('Contatto inviato'))
  expect(chosen()).toContain('Contatto inviato')
  await user.click(ribbon.getByTitle(/^Visita iniziata/))
  await user.click(screen.getByRole('button', { name: 'Prossimo esito' }))
  expect(chosen()).toContain('Contatto inviato')
  const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced).toContain('Contatto inviato, a 4:09')
  within(screen.getByRole('figure', { name: 'Schizzo della pagina' })).getByText('Inizia con €500')
  const detail = screen.getByRole('link', { name: 'Apri l’evento' }).getAttribute('href') ?? ''
  const lead = visit.events.find(({ type }) => type === 'LeadSubmitted')
  expect(new URL(detail, location.href).searchParams.get('event')).toBe(lead?.id)
  const next = screen.getByRole('button', { name: 'Prossimo esito' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(next)
  await user.click(screen.getByRole('button', { name: 'Evento successivo' }))
  await user.click(screen.getByRole('button', { name: 'Esito precedente' }))
  expect(chosen()).toContain('Contatto inviato')
})

test('A visit opened from a funnel has links to its steps and back', async () => {
  const where = [{ field: 'eventType', op: 'is', value: 'button_click' }]
  const others = [{ event: 'LeadSubmitted' }, { event: 'AccountRegistered' }]
  const counted = { by: 'visit', steps: [{ event: 'InteractionTracked', where }, ...others] }
  const period = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z' }
  const funnel = JSON.stringify({ ...counted, windowSeconds: 3_600, ...period })
  const address = new URLSearchParams({ funnel })
  const visit = visitOf()
  const click = visit.events.find(({ data }) => data.eventType === 'button_click')
  const steps = [click?.id, visit.events.find(({ type }) => type === 'LeadSubmitted')?.id]
  const { user } = openConsole(`/admin/visits/${visitId}?${address}`, {
    [`${one}?${address}`]: () => json(200, { ...visit, steps }),
  })
  const jumps = within(await screen.findByRole('navigation', { name: 'Passi del funnel' }))
  const back = `/admin/funnels?${new URLSearchParams({ definition: funnel })}`
  expect(jumps.getByRole('link').getAttribute('href')).toBe(back)
  await user.click(jumps.getByRole('button', { name: 'Passo 2: Contatto inviato' }))
  expect(chosen()).toContain('Contatto inviato')
  await user.click(jumps.getByRole('button', { name: 'Passo 1: Clic' }))
  expect(chosen()).toContain('Inizia con €500')
  const third = jumps.getByRole('button', { name: 'Passo 3: Registrazione, non raggiunto' })
  expect(third.getAttribute('aria-disabled')).toBe('true')
})

test('Space plays and pauses a visit, which stops at its end', async () => {
  const address = `/admin/visits/${visitId}?t=17&speed=100`
  const { user } = openConsole(address, { [one]: () => json(200, visitOf()) })
  const listbox = await screen.findByRole('listbox')
  act(() => listbox.focus())
  await user.keyboard(' ')
  await screen.findByRole('button', { name: 'Riproduci' })
  await waitFor(() => expect(chosen()).toContain('Tempo sulla pagina'))
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('4:12 di 4:12')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Velocità' }), '1×')
  await user.keyboard('{Tab}')
  act(() => listbox.focus())
  await user.keyboard(' ')
  await screen.findByRole('button', { name: 'Pausa' })
  await user.keyboard(' ')
  await screen.findByRole('button', { name: 'Riproduci' })
})

test('With reduced motion a visit plays from event to event', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(media => {
    const matches = media.includes('reduced-motion')
    return Object.assign(new EventTarget(), { matches, media }) as MediaQueryList
  })
  const { user } = openConsole(`/admin/visits/${visitId}?t=0.5`, { [one]: () => json(200, visitOf()) })
  const listbox = await screen.findByRole('listbox')
  const slider = () => Number(screen.getByRole<HTMLInputElement>('slider').value)
  expect(slider()).toBe(500)
  act(() => listbox.focus())
  await user.keyboard(' ')
  await waitFor(() => expect(slider()).toBe(40))
  await user.keyboard(' ')
  await waitFor(() => expect(slider()).toBeGreaterThanOrEqual(500))
})

test('A missing visit shows a message, without a toast', async () => {
  openConsole(`/admin/visits/${visitId}`, { [one]: () => refused(404, 'Visita non trovata') })
  await screen.findByRole('heading', { name: 'Nessuna visita qui' })
  expect(screen.queryByText('Impossibile caricare i dati')).toBe(null)
})

test('A visit with more than one part of events says so', async () => {
  openConsole(`/admin/visits/${visitId}`, { [one]: () => json(200, { ...visitOf(), next: 'poi' }) })
  await screen.findByText(/^La visita ha più eventi di quanti se ne mostrano qui/)
})
