import type { PersonHoldings, PersonRow } from '@tba/events/people/views.ts'
import type { projectionList } from '@tba/events/projections/views.ts'
import type { RequestDetail, RequestList, RequestOutcomes } from '@tba/events/requests/views.ts'
import { endOfDay } from '@tba/events/rome-day.ts'
import type { z } from 'zod'
import { admin, invite } from '../support/administrator.ts'
import { type Person, person, register, submit } from '../support/person.ts'
import { lead as sampleLead } from '../support/sample-forms.ts'
import { ownProductWithJobs } from '../support/shared.ts'

const { product, console } = await ownProductWithJobs()
const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

const list = (query: string) => console.read<RequestList>(`/api/admin/requests?${query}`)
const shown = (id: string) => console.read<RequestDetail>(`/api/admin/requests/${id}`)
const of = async (someone: Person, query = '') =>
  (await list(`q=${encodeURIComponent(someone.email)}&${query}`)).requests.map(({ id }) => id)
const change = (id: string, body: object, by = console) => by.call('PATCH', `/api/admin/requests/${id}`, body)
const note = (id: string, text: string) => console.post(`/api/admin/requests/${id}/notes`, { text })

/** Somebody with two requests, as the console lists them. */
async function asking() {
  const someone = person()
  const [lead = '', questionnaire = ''] = await submit(product, someone)
  return { someone, lead, questionnaire }
}
const people = (query: string) => console.read<{ people: PersonRow[] }>(`/api/admin/people?q=${query}`)
const personOf = async ({ email }: Person) => (await people(encodeURIComponent(email))).people[0]?.id
async function activate(someone: Person) {
  const visitor = await register(product, someone)
  expect((await visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 })).status).toBe(201)
}

describe('a request', () => {
  test('is worked: state, owner, next call and notes stand in the list, with their authors', async () => {
    const { someone, lead, questionnaire } = await asking()
    const { id: adminId } = await console.read<{ id: string }>('/api/admin/me')
    const worked = { revision: -1, state: 'no-answer', owner: adminId, callAt: inDays(1) }
    expect(await change(lead, worked)).toMatchObject({ status: 200, body: { revision: 2 } })
    expect(await note(lead, 'Richiamare dopo le 18')).toMatchObject({ status: 201, body: { revision: 3 } })
    const { request, submitted, notes, others } = await shown(lead)
    expect(request).toMatchObject({ ...worked, revision: 3, kind: 'lead', lastNote: 'Richiamare dopo le 18' })
    expect(request.firstContactAt).not.toBeNull()
    expect(submitted).toMatchObject({ email: someone.email, deposit: '500' })
    expect(notes).toMatchObject([{ by: admin.email, text: 'Richiamare dopo le 18' }])
    expect(others).toEqual([questionnaire])
    expect(await of(someone)).toEqual([questionnaire, lead])
    // A person who asks again is no stranger, as long as the first request is open.
    expect([request.olderOpen, (await shown(questionnaire)).request.olderOpen]).toEqual([null, lead])
    for (const [query, ids] of [
      ['view=mine', [lead]],
      ['view=today', [questionnaire]],
      ['owner=none', [questionnaire]],
      ['state=no-answer', [lead]],
      ['kind=lead&plan=starter', [lead]],
      [`source=${encodeURIComponent('(nessuna)')}`, [questionnaire, lead]],
      ['source=google', []],
      ['reached=contacted', [lead]],
      [`from=${inDays(-1)}&to=${inDays(1)}`, [questionnaire, lead]],
      [`from=${inDays(1)}`, []],
    ] as const)
      expect(await of(someone, query), query).toEqual(ids)
  })

  test('of mine with a call today comes before newer ones', async () => {
    const { someone, lead, questionnaire } = await asking()
    const { id: owner } = await console.read<{ id: string }>('/api/admin/me')
    await change(questionnaire, { revision: -1, owner })
    await change(lead, { revision: -1, owner, callAt: inDays(1) })
    expect(await of(someone, 'view=mine')).toEqual([questionnaire, lead])
    const callAt = new Date(endOfDay(Date.now()) - 1).toISOString()
    expect((await change(lead, { revision: 1, callAt })).status).toBe(200)
    expect(await of(someone, 'view=mine')).toEqual([lead, questionnaire])
  })

  test('shows the second of two people what the first one changed', async () => {
    const { lead } = await asking()
    const other = await invite(product, { by: console, role: 'administrator' })
    const first = { state: 'working', owner: other.id, callAt: inDays(2) }
    const second = { state: 'lost', reason: 'Non interessa' }
    expect((await change(lead, { revision: -1, ...first }, other)).status).toBe(200)
    const current = { revision: 2, ...first }
    expect(await change(lead, { revision: -1, ...second })).toMatchObject({ status: 409, body: { current } })
    expect((await change(lead, { revision: 2, ...second })).status).toBe(200)
    // Both at once: one of them has seen nothing of the other.
    const { revision } = (await shown(lead)).request
    const states = ['new', 'working'].map(state => change(lead, { revision, state }))
    expect((await Promise.all(states)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is nobody’s when the account of its owner ends', async () => {
    const { someone, lead, questionnaire } = await asking()
    const other = await invite(product, { by: console, role: 'administrator' })
    await change(lead, { revision: -1, state: 'working', owner: other.id })
    expect(await of(someone, 'owner=none')).toEqual([questionnaire])
    const { waiting } = await list('view=today')
    expect((await console.call('DELETE', `/api/admin/users/${other.id}`)).status).toBe(200)
    expect(await of(someone, 'owner=none')).toEqual([questionnaire, lead])
    // Nobody plans to call: without «Oggi» nobody would come back to it.
    expect(await of(someone, 'view=today')).toEqual([questionnaire, lead])
    expect((await list('view=today')).waiting).toBe(waiting + 1)
    expect(await change(lead, { revision: 1, owner: other.id })).toMatchObject({ status: 400 })
    const lost = { state: 'lost', reason: 'Non interessa' }
    expect((await change(lead, { revision: 1, ...lost })).status).toBe(200)
    expect(await of(someone, 'view=today')).toEqual([questionnaire])
  })

  test('without a number has the latest one of its person', async () => {
    const { email, phone } = (await asking()).someone
    await product.visitor().post('/api/leads', { ...sampleLead, email })
    const { requests } = await list(`q=${encodeURIComponent(email)}`)
    expect(requests.map(row => row.phone)).toEqual([phone, phone, phone])
    const [{ id = '' } = {}] = requests
    expect((await shown(id)).request.phone).toBe(phone)
  })

  test('of a person who activates a plan is won, unless it was lost', async () => {
    const { someone, lead, questionnaire } = await asking()
    await change(questionnaire, { revision: -1, state: 'lost', reason: 'Non interessa' })
    await activate(someone)
    expect(await of(someone, 'state=won')).toEqual([lead])
    expect(await of(someone, 'reached=activated')).toEqual([questionnaire, lead])
    const lost = { state: 'lost', reason: 'Non interessa', olderOpen: null }
    expect((await shown(questionnaire)).request).toMatchObject(lost)
    const [from, to] = [inDays(-1), inDays(1)]
    for (const by of ['week', 'source', 'owner', 'plan']) {
      const { rows, persons, tied } = await console.read<RequestOutcomes>(
        `/api/admin/requests/outcomes?from=${from}&to=${to}&by=${by}`,
      )
      expect(rows.reduce((sum, row) => sum + row.activated, 0)).toBe(2)
      expect(persons).toBeGreaterThan(tied)
      expect(rows.some(({ medianHours }) => medianHours === 0)).toBe(true)
    }
  })

  test('is won by the plan of a person that it was joined with, until they are parted', async () => {
    const [{ someone, lead, questionnaire }, customer] = [await asking(), person()]
    await activate(customer)
    const [own, its] = [await personOf(someone), await personOf(customer)]
    expect((await console.post(`/api/admin/people/${own}/join`, { other: its })).status).toBe(200)
    expect(await of(someone, 'state=won')).toEqual([questionnaire, lead])
    const { waiting, requests } = await list('view=today&limit=200')
    expect(waiting).toBe(requests.length)
    const stream = `lead-${lead}`
    expect((await console.post(`/api/admin/people/${own}/part`, { stream })).status).toBe(200)
    expect(await of(someone, 'state=new')).toEqual([questionnaire, lead])
  })

  test('is in the download that matches its filters, without formulas', async () => {
    const { someone, lead } = await asking()
    await note(lead, '=1+1')
    const query = `q=${encodeURIComponent(someone.email)}&kind=lead`
    const { status, text } = await console.get(`/api/admin/export/requests?${query}`)
    expect([status, text.split('\r\n').length]).toEqual([200, 3])
    expect(text).toContain(`,'=1+1,`)
    const [recorded] = await product.recorded({ type: 'DataExported' })
    expect(recorded?.data).toMatchObject({ exported: 'requests' })
  })

  test('of an erased part is gone with its notes, and takes no more', async () => {
    const { someone, lead, questionnaire } = await asking()
    await note(lead, 'Una nota')
    await note(questionnaire, 'Resta')
    const holdings = `/api/admin/people/${await personOf(someone)}/holdings`
    const { parts } = await console.read<PersonHoldings>(holdings)
    expect(parts.map(({ erases }) => erases.notes)).toEqual([1, 1])
    const confirmation = { confirmation: someone.email }
    expect((await console.post(`/api/admin/leads/${lead}/erase`, confirmation)).status).toBe(200)
    for (const answer of [await note(lead, 'Troppo tardi'), await change(lead, { revision: 0 })])
      expect(answer.status).toBe(404)
    expect((await console.get(`/api/admin/requests/${lead}`)).status).toBe(404)
    expect(await of(someone)).toEqual([questionnaire])
    const [written] = await product.recorded({ type: 'RequestNoted', stream: `request-${lead}` })
    const opened = `/api/admin/events/${written?.id}/open`
    await expect
      .poll(async () => (await console.post(opened, { reason: 'Una prova' })).body)
      .toMatchObject({
        data: { text: null },
      })
    expect((await shown(questionnaire)).notes).toMatchObject([{ text: 'Resta' }])
  })

  test('that is erased while notes are written keeps none of them', async () => {
    const { someone, lead } = await asking()
    const notes = Array.from({ length: 12 }, (_, number) => note(lead, `Nota ${number}`))
    const erased = console.post(`/api/admin/leads/${lead}/erase`, { confirmation: someone.email })
    const late = Array.from({ length: 12 }, (_, number) => note(lead, `Dopo ${number}`))
    expect((await erased).status).toBe(200)
    for (const { status } of await Promise.all([...notes, ...late])) expect([201, 404]).toContain(status)
    const key = 'select 1 from vault.person_keys where person = $1 and wrapped is not null'
    await expect.poll(() => product.query(key, [lead])).toEqual([])
    expect((await note(lead, 'Troppo tardi')).status).toBe(404)
    expect((await console.get(`/api/admin/requests/${lead}`)).status).toBe(404)
    expect(await product.query('select * from read.request_notes where request = $1', [lead])).toEqual([])
  })

  test('is masked for an analyst, who may change nothing', async () => {
    const { lead } = await asking()
    await note(lead, 'Una nota')
    const analyst = await invite(product, { by: console, role: 'analyst' })
    const { request, notes } = await analyst.read<RequestDetail>(`/api/admin/requests/${lead}`)
    expect([request.email, request.lastNote, notes[0]?.text]).toEqual(['•••', '•••', '•••'])
    expect((await change(lead, { revision: 0 }, analyst)).status).toBe(403)
    expect((await analyst.get('/api/admin/requests?q=ada')).status).toBe(403)
  })
})

test('the list pages each request once, and in «today» what is due comes before what is new', async () => {
  const tag = `r${crypto.randomUUID().slice(0, 8)}`
  const ids: string[] = []
  for (const number of [1, 2])
    ids.push(...(await submit(product, { ...person(), surname: `${tag}-${number}` })))
  const [due = ''] = ids
  await change(due, { revision: -1, state: 'no-answer', callAt: new Date(Date.now() + 2_000).toISOString() })
  // Put off, it stays, behind what is new: somebody wanted it later.
  const [, other = ''] = ids
  await change(other, { revision: -1, callAt: new Date(Date.now() + 3 * 86_400_000).toISOString() })
  for (const view of ['all', 'today']) {
    const found: string[] = []
    let cursor: string | null = ''
    do {
      const page: RequestList = await list(`q=${tag}&view=${view}&limit=1&cursor=${cursor}`)
      found.push(...page.requests.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    const rest = ids.slice(1).reverse()
    expect(found).toEqual(view === 'today' ? [due, ...rest] : [...rest, due])
  }
  await expect.poll(async () => (await list('view=today')).overdue).toBe(1)
  const [event] = await product.recorded()
  const before = Buffer.from(JSON.stringify([0, '0000-01-01T00:00:00Z', event?.position])).toString(
    'base64url',
  )
  expect((await list(`q=${tag}&view=today&cursor=${before}`)).requests).toHaveLength(3)
})

test('a request whose person cannot be read keeps its place, and hides none behind it', async () => {
  const { someone, questionnaire: hidden } = await asking()
  expect(await of(someone)).toHaveLength(2)
  await product.query('delete from read.person_parts where id = $1', [hidden])
  const query = 'limit=1&view=all'
  const { requests, next } = await list(query)
  expect(requests).toMatchObject([{ id: hidden, name: null }])
  expect((await list(`${query}&cursor=${next}`)).requests).toHaveLength(1)
  expect((await console.get('/api/admin/export/requests')).text).toContain(hidden)
})

test.each([
  ['an ordinary day', '2027-01-14T23:00:00.000Z', '2027-01-15T23:00:00.000Z'],
  ['a day of 23 hours', '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
  ['a day of 25 hours', '2027-10-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z'],
])('«today» ends at midnight in Rome on %s, and then what is overdue stays', async (_, from, to) => {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const [last, next] = [(await asking()).lead, (await asking()).lead]
  const plan = (id: string, ms: number) =>
    change(id, { revision: -1, state: 'working', callAt: new Date(ms).toISOString() })
  expect([(await plan(last, end - 1)).status, (await plan(next, end)).status]).toEqual([200, 200])
  const [event] = await product.recorded()
  // A further page is of the time of the first one.
  const todayAt = async (ms: number) => {
    const key = JSON.stringify([ms, '2020-01-01T00:00:00.000Z', event?.position])
    const page = await list(`view=today&limit=200&cursor=${Buffer.from(key).toString('base64url')}`)
    return page.requests.map(({ id }) => id).filter(id => id === last || id === next)
  }
  expect(await todayAt(begin - 1)).toEqual([])
  for (const ms of [begin, end - 1]) expect(await todayAt(ms)).toEqual([last])
  expect(await todayAt(end)).toEqual([last, next])
})

test('a rebuild gives the same requests and notes', async () => {
  const tables = ['requests order by id', 'request_notes order by position', 'request_accounts order by 1, 2']
  const rows = () => Promise.all(tables.map(table => product.query(`select * from read.${table}`)))
  const path = '/api/admin/projections'
  const rebuilt = async () =>
    (await console.read<z.infer<typeof projectionList>>(path)).projections.find(
      ({ name }) => name === 'requests',
    )?.lastRebuild?.endedAt
  const [before, earlier] = [await rows(), await rebuilt()]
  expect(before.map(({ length }) => length > 0)).toEqual([true, true, true])
  expect((await console.post(`${path}/requests/rebuild`)).status).toBe(202)
  await expect.poll(rebuilt).not.toBe(earlier)
  expect(await rows()).toEqual(before)
})

test('only lost requests of persons without an account would be erased, and only when they are old', async () => {
  const { lead } = await asking()
  await change(lead, { revision: -1, state: 'lost', reason: 'Non interessa' })
  const preview = (query = '') =>
    console.read<{ keepMonths: number; wouldErase: number }>(`/api/admin/settings/requests${query}`)
  expect(await preview()).toEqual({ keepMonths: 0, wouldErase: 0 })
  expect((await console.post('/api/admin/settings/requests', { keepMonths: 24 })).status).toBe(200)
  expect(await preview('?keepMonths=1')).toEqual({ keepMonths: 24, wouldErase: 0 })
  await product.query(
    `update read.requests set "changedAt" = "changedAt" - interval '25 months' where id = $1`,
    [lead],
  )
  expect(await preview()).toEqual({ keepMonths: 24, wouldErase: 1 })
  expect(await preview('?keepMonths=26')).toEqual({ keepMonths: 24, wouldErase: 0 })
})
