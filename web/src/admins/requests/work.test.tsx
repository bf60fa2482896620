import { act, screen, waitFor, within } from '@testing-library/react'
import { adminId } from '../../testing/administrators.ts'
import { json, refused } from '../../testing/api.ts'
import { leadId, otherId } from '../../testing/people.ts'
import { change, detailAnswer, detailCall, openRequests } from '../../testing/requests.ts'

const opened = `?view=all&request=${leadId}`
const october24 = new Date('2026-10-24T10:00:00Z')
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('An outcome is one key, and can be undone for ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api, user } = openRequests(opened)
  await button(/^Non risponde/)
  await user.keyboard('n')
  await user.click(await button('Annulla lo stato'))
  await waitFor(() =>
    expect(api.bodies(change)).toEqual([
      { revision: -1, state: 'no-answer', owner: adminId, callAt: expect.any(String) },
      { revision: 0, state: 'new', owner: null, callAt: null },
    ]),
  )
  const working = await button(/^In lavorazione/)
  await waitFor(() => expect(working.getAttribute('aria-disabled')).toBe('false'))
  await user.click(working)
  await button('Annulla lo stato')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByRole('button', { name: 'Annulla lo stato' })).toBeNull()
})

test('An outcome takes a request that nobody has, and its undo gives it back', async () => {
  const { api, user } = openRequests(opened)
  await button(/^Domani/)
  const worked = { state: 'working', owner: adminId, revision: 1 } as const
  api.answer({ [detailCall]: () => detailAnswer({ request: worked }) })
  await user.keyboard('l')
  await screen.findByText('Nessuna chiamata in programma: la trovi in «Mie»')
  await user.click(await button('Annulla lo stato'))
  const undone = { revision: 1, state: 'new', owner: null }
  await waitFor(() => expect(api.bodies(change)).toEqual([{ ...worked, revision: -1 }, undone]))
  // A handover in between would be undone with it: the undo ends with it.
  const silent = await button(/^Non risponde/)
  await waitFor(() => expect(silent.getAttribute('aria-disabled')).toBe('false'))
  await user.click(silent)
  await button('Annulla lo stato')
  await user.selectOptions(screen.getByLabelText('Responsabile', { selector: '.drawer *' }), 'Nessuno')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Annulla lo stato' })).toBeNull())
})

test('A choice that waits for a second press takes nothing from who has it meanwhile', async () => {
  const { api, user } = openRequests(opened, { [change]: () => refused(409, 'Qualcuno l’ha cambiata') })
  const chosen = await button(/^Non risponde/)
  const meanwhile = { owner: leadId, callAt: '2099-12-01T08:00:00.000Z', revision: 3 }
  api.answer({ [detailCall]: () => detailAnswer({ request: meanwhile }) })
  await user.click(chosen)
  await user.click(await button('Salva lo stesso'))
  await waitFor(() =>
    expect(api.bodies(change)).toEqual([
      { revision: -1, state: 'no-answer', owner: adminId, callAt: expect.any(String) },
      { revision: 3, state: 'no-answer' },
    ]),
  )
})

test.each([
  [{ state: 'working', owner: leadId }, 'Nessuna chiamata in programma: la trovi in «Tutte»'],
  [{ state: 'working', owner: null }, 'Nessuna chiamata in programma: la trovi in «Oggi»'],
  [{ state: 'new', callAt: '2026-11-25T08:00:00.000Z' }, 'Resta in «Oggi» finché è nuova: scegli un esito'],
] as const)('A request says in which view it stands next: %o', async (request, said) => {
  openRequests(opened, { [detailCall]: () => detailAnswer({ request }) })
  await screen.findByText(said)
})

const marta = { id: otherId, email: 'marta@example.com' }

test('A handover is told', async () => {
  const account = { ...marta, role: 'administrator', state: 'active', lastSignInAt: null }
  const { api, user } = openRequests(opened, {
    'GET /api/admin/users': () => json(200, { users: [account], next: null }),
    'GET /api/admin/audit?limit=1': () => json(200, { entries: [], admins: [marta], next: null }),
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Bruno Verdi' }))
  await drawer.findByRole('option', { name: marta.email })
  await user.selectOptions(drawer.getByLabelText('Responsabile'), marta.email)
  await screen.findByText(`Ora è di ${marta.email}: la trova in «Mie»`, { selector: '.toast *' })
  api.answer({ [detailCall]: () => detailAnswer({ request: { owner: otherId, revision: 0 } }) })
  await user.click(await button('La prendo io'))
  await waitFor(() => expect(api.bodies(change)).toMatchObject([{ owner: otherId }, { owner: adminId }]))
})

test('A lost request needs a reason, which a failure does not lose', async () => {
  const { api, user } = openRequests(opened, { [change]: () => refused(500, 'Errore interno') })
  await user.click(await button(/^Persa/))
  await user.type(await screen.findByLabelText('O un altro motivo'), 'Ha cambiato idea')
  await user.click(await button('Segna come persa'))
  await screen.findByText(/Errore interno/)
  expect(screen.getByLabelText('O un altro motivo')).toHaveProperty('value', 'Ha cambiato idea')
  expect(api.bodies(change)).toEqual([
    { revision: -1, state: 'lost', reason: 'Ha cambiato idea', owner: adminId },
  ])
})

test('Whoever is second sees what the first changed before anything is overwritten', async () => {
  const { api, user } = openRequests(opened, { [change]: () => refused(409, 'Qualcuno l’ha cambiata') })
  const chosen = await button(/^Non risponde/)
  api.answer({ [detailCall]: () => detailAnswer({ request: { state: 'working', revision: 3 } }) })
  await user.click(chosen)
  await screen.findByText('Nuova → In lavorazione')
  api.answer({ [change]: () => json(200, { revision: 4 }) })
  await user.click(await button('Salva lo stesso'))
  await waitFor(() => expect(screen.queryByText('Nuova → In lavorazione')).toBeNull())
  expect(api.bodies(change)).toEqual([
    { revision: -1, state: 'no-answer', owner: adminId, callAt: expect.any(String) },
    { revision: 3, state: 'no-answer', owner: adminId, callAt: expect.any(String) },
  ])
})

test.each([
  ['2026-10-24T10:00:00Z', '2026-10-25T08:00:00.000Z'],
  ['2026-03-28T10:00:00Z', '2026-03-29T07:00:00.000Z'],
])(
  'Tomorrow at nine is nine on the clock of Rome, also after the clock has changed: %s',
  async (now, callAt) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    const { api, user } = openRequests(opened)
    await button(/^Domani 9:00/)
    await user.keyboard('d')
    const planned = [{ revision: -1, owner: adminId, callAt }]
    await waitFor(() => expect(api.bodies(change)).toEqual(planned))
  },
)

const tomorrow = { callAt: '2026-10-25T08:00:00.000Z' }
test.each([
  ['none is planned', null, tomorrow],
  ['it was due', '2026-10-24T08:00:00.000Z', tomorrow],
  ['it is to come', '2026-10-30T08:00:00.000Z', {}],
])('Who does not answer is called again, unless a call is to come: %s', async (_, callAt, planned) => {
  vi.useFakeTimers({ toFake: ['Date'], now: october24 })
  const { api, user } = openRequests(opened, {
    [detailCall]: () => detailAnswer({ request: { state: 'working', owner: adminId, callAt } }),
  })
  await user.click(await button(/^Non risponde/))
  await user.click(await button('Annulla lo stato'))
  const undone = { revision: 0, state: 'working', ...('callAt' in planned && { callAt }) }
  const sent = [{ revision: -1, state: 'no-answer', ...planned }, undone]
  await waitFor(() => expect(api.bodies(change)).toEqual(sent))
})

test('Who takes the call away from a request of nobody takes the request', async () => {
  const { api, user } = openRequests(opened, {
    [detailCall]: () => detailAnswer({ request: { state: 'working', callAt: '2099-12-01T08:00:00.000Z' } }),
  })
  await user.click(await button('Non richiamare'))
  const taken = [{ revision: -1, owner: adminId, callAt: null }]
  await waitFor(() => expect(api.bodies(change)).toEqual(taken))
})

test('A typed day is saved by Enter', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: october24 })
  const { api, user } = openRequests(opened)
  await user.type(await screen.findByRole('textbox', { name: 'Richiama il giorno' }), '26102026{Enter}')
  const planned = [{ revision: -1, owner: adminId, callAt: '2026-10-26T08:00:00.000Z' }]
  await waitFor(() => expect(api.bodies(change)).toEqual(planned))
})

test('An administrator takes a request', async () => {
  const { api, user } = openRequests(opened)
  await button(/^Domani/)
  await user.click(await button('La prendo io'))
  await waitFor(() => expect(api.bodies(change)).toEqual([{ revision: -1, owner: adminId }]))
})
