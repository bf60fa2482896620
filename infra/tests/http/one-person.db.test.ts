import { randomInt, randomUUID } from 'node:crypto'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { PersonDetail } from '@tba/events/people/views.ts'
import { type Administrator, invite } from '../support/administrator.ts'
import { kinds, peopleOf, unknown } from '../support/people.ts'
import { type Person, person, register, settle, submit } from '../support/person.ts'
import { password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()
const { list, foundBy, only, shown, asked } = peopleOf({ product, console })
const act = (id: string, what: 'join' | 'part', body: object) =>
  console.post(`/api/admin/people/${id}/${what}`, body)

describe('the search over all persons', () => {
  test('finds one person by name, address, any spelling of a phone and the customer’s number', async () => {
    const someone = { ...person(), phone: `+39 3${randomInt(1e8, 1e9)}` }
    await submit(product, someone)
    await register(product, someone)
    const { id } = await only(someone)
    const digits = someone.phone.slice(4)
    const { parts } = await shown(id)
    const number = parts.find(({ kind }) => kind === 'account')?.userId
    const spelled = [
      someone.phone,
      `0039${digits}`,
      `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
      ...[`tel:+39${digits}`, `wa.me/39${digits}`, `https://wa.me/39${digits}?text=Buongiorno`],
      `https://api.whatsapp.com/send/?phone=39${digits}&text=Buongiorno&type=phone_number`,
    ]
    for (const q of [someone.surname.toUpperCase(), `${someone.surname.slice(0, -1)} ada`, ...spelled]) {
      const row = { id, name: `Ada ${someone.surname}`, email: someone.email, requests: 2, accounts: 1 }
      expect(await foundBy(q), q).toMatchObject([{ ...row, phone: someone.phone }])
    }
    expect((await foundBy(`${someone.surname} ${number}`)).map(({ id }) => id)).toEqual([id])
  })

  test.each([
    ['+44 7700 ', '07700 ', '7700', '0044 7700', '+44 (0)7700 '],
    ['+44 (0)7400 ', '07400 ', '+44 7400 ', 'tel:+44-7400-'],
    ['+33 6 12', '06 12', '6 12', '0033 6.12'],
  ])('finds a number from abroad with and without its country’s code: %s', async (typed, ...spelled) => {
    const rest = String(randomInt(1e5, 1e6))
    const someone = { ...person(), phone: `${typed}${rest}` }
    await submit(product, someone)
    const { id } = await only(someone)
    for (const q of spelled)
      expect(
        (await foundBy(`${q}${rest}`)).map(({ id }) => id),
        q,
      ).toEqual([id])
  })

  test('pages each person once, as of the first page, whoever acts meanwhile', async () => {
    const tag = `p${randomUUID().slice(0, 8)}`
    const people = [0, 1, 2, 3, 4].map(person)
    const visitors = []
    for (const someone of people) visitors.push(await register(product, { ...someone, surname: tag }))
    const [first, second] = people
    await act((await only(first as Person)).id, 'join', {
      other: (await only(await asked({ name: tag }))).id,
    })
    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(`q=${tag}&limit=2&cursor=${cursor}`)
      pages.push(...page.people.map(({ email }) => String(email)))
      cursor = page.next
      await visitors[1]?.put('/api/user/profile', { bio: `Pagina ${pages.length}` })
    }
    // The first one has the newest request.
    expect(pages).toEqual([first, ...people.slice(1).reverse()].map(someone => someone?.email))
    expect((await list(`q=${tag}&limit=1`)).people).toMatchObject([{ email: second?.email }])
  })
})

describe('one person', () => {
  let someone: Person
  let id: string
  let visit: string
  beforeAll(async () => {
    someone = person()
    await submit(product, someone)
    const { visitor } = await settle(product, someone)
    visit = `session_${randomUUID()}`
    visitor.cookies.set('consent', 'all')
    await visitor.post('/api/tracking/interaction', {
      sessionId: visit,
      page: '/dashboard',
      eventType: 'page_view',
    })
    await visitor.put('/api/user/profile', { country: 'Italia' }, { headers: { 'x-visit-id': visit } })
    id = (await only(someone)).id
  })

  test('has all parts and one history in log order, page by page, with the visits they consented to', async () => {
    const person = await shown(id, 'limit=200')
    expect(kinds(person).sort()).toEqual(['account address', 'lead address', 'questionnaire address'])
    const { events } = person.history
    expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).sort())
    const types = new Set(events.map(({ type }) => type))
    for (const type of [
      'LeadSubmitted',
      'EmailClaimed',
      'AccountRegistered',
      'SessionOpened',
      'PlanActivated',
      'VisitStarted',
    ])
      expect([...types]).toContain(type)
    expect(person.parts.find(({ kind }) => kind === 'account')?.states).toMatchObject([
      { stream: expect.stringMatching(/^account-/), state: { status: 'registered', email: null } },
      { stream: expect.stringMatching(/^setup-/), state: { plan: 'elite' } },
    ])
    const paged: HistoryEvent[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { history }: PersonDetail = await shown(id, `limit=3${cursor && `&cursor=${cursor}`}`)
      paged.push(...history.events)
      cursor = history.next
    }
    expect(paged).toEqual(events)
  })

  test('is found by the id of each of its parts', async () => {
    const { parts } = await shown(id)
    expect(parts).toHaveLength(3)
    for (const part of parts) expect(await shown(part.id), part.kind).toMatchObject({ id })
  })

  test('is shown as it was at a position and at a time, and is unknown before its first part', async () => {
    const { history } = await shown(id, 'limit=200')
    const at = history.events.find(({ type }) => type === 'AccountRegistered') as HistoryEvent
    for (const then of [
      `asOf=${at.position}`,
      `at=${new Date(Date.parse(at.recordedAt) + 1).toISOString()}`,
    ]) {
      const past = await shown(id, `limit=200&${then}`)
      expect(kinds(past)).toHaveLength(3)
      expect(past.history.events.map(({ type }) => type)).toContain('AccountRegistered')
      expect(past.history.events.map(({ type }) => type)).not.toContain('PlanActivated')
      const lastAt = past.parts.find(({ kind }) => kind === 'account')?.lastAt ?? ''
      expect(Date.parse(lastAt) - Date.parse(at.recordedAt)).toBeOneOf([0, 1])
    }
    const [first] = history.events
    expect(kinds(await shown(id, `asOf=${first?.position}`))).toEqual(['lead address'])
    const get = (query: string) => console.get(`/api/admin/people/${id}?${query}`)
    expect(await get('at=2020-01-01T00:00:00Z')).toMatchObject(unknown)
    for (const bad of [`asOf=${at.position}&at=${at.recordedAt}`, 'asOf=nessuna', 'at=ieri', 'altro=1'])
      expect((await get(bad)).status, bad).toBe(400)
    expect(await console.get(`/api/admin/people/${randomUUID()}`)).toMatchObject(unknown)
  })

  test('is masked for an analyst, and each part that is shown is recorded as a look', async () => {
    const analyst: Administrator = await invite(product, { by: console, role: 'analyst' })
    expect((await analyst.get(`/api/admin/people?q=${someone.surname}`)).status).toBe(403)
    for (const path of ['/api/admin/people', `/api/admin/people/${id}`]) {
      const { status, text } = await analyst.get(path)
      expect(status).toBe(200)
      for (const word of [someone.surname, someone.email, someone.phone]) expect(text).not.toContain(word)
    }
    const looks = (await product.recorded({ type: 'PersonalDataViewed' })).map(({ data }) => data.id)
    const { parts } = await shown(id)
    expect(looks).toEqual(expect.arrayContaining(parts.map(part => part.id)))
    const listed = await product.recorded({ type: 'PersonsListed' })
    expect(listed.filter(({ data }) => data.list === 'people').length).toBeGreaterThan(0)
  })
})

describe('two persons', () => {
  test('with an equal number are proposed, joined under both ids, as they stood then, and parted', async () => {
    const phone = `06 ${randomInt(1e6, 1e7)}`
    const one = await asked({ phone })
    const two = await asked({ phone: `+39${phone.replace(' ', '')}` })
    const [a, b] = [(await only(one)).id, (await only(two)).id]
    expect((await shown(a)).maybe).toEqual([{ id: b, reason: 'phone' }])
    expect((await act(a, 'join', { other: a })).status).toBe(400)
    expect(await act(a, 'join', { other: randomUUID() })).toMatchObject(unknown)
    for (const [id, other] of [
      [a, b],
      [a, b],
      [b, a],
    ] as const)
      expect((await act(id, 'join', { other })).status).toBe(200)
    const joined = await shown(a)
    expect(await shown(b)).toEqual(joined)
    expect(kinds(joined)).toEqual(['lead address', 'lead joined'])
    expect(joined.parts[1]?.joined).toMatchObject({ admin: { email: expect.stringContaining('@') } })
    expect(joined.maybe).toEqual([])
    expect(await foundBy(two.email)).toMatchObject([{ id: a, requests: 2 }])
    const before = joined.history.events.at(-1)?.position
    expect(kinds(await shown(b, `asOf=${before}`))).toEqual(['lead address'])
    const [own, its] = joined.parts.map(({ stream }) => stream)
    expect((await act(a, 'part', { stream: `lead-${randomUUID()}` })).status).toBe(404)
    expect((await act(a, 'part', { stream: its })).status).toBe(200)
    expect((await act(a, 'part', { stream: own })).status).toBe(409)
    expect(kinds(await shown(b))).toEqual(['lead address'])
    const { entries } = await console.read<{ entries: { type: string }[] }>('/api/admin/audit?what=changed')
    expect(entries.map(({ type }) => type)).toEqual(expect.arrayContaining(['PersonsJoined', 'PersonParted']))
  })

  test('with two accounts are never one, also where the second registers later, or is erased', async () => {
    const [one, two, three] = [person(), person(), await asked({})]
    await register(product, one)
    const second = await register(product, two)
    const [a, b, c] = [(await only(one)).id, (await only(two)).id, (await only(three)).id]
    expect((await act(a, 'join', { other: b })).status).toBe(409)
    expect((await act(a, 'join', { other: c })).status).toBe(200)
    expect((await act(c, 'join', { other: b })).status).toBe(409)
    await register(product, three)
    expect(kinds(await shown(c))).toEqual(['lead address', 'account address'])
    await second.post('/api/user/erasure', { password })
    expect(await console.get(`/api/admin/people/${b}`)).toMatchObject(unknown)
    expect(kinds(await shown(a))).toEqual(['account address'])
  })
})
