import { sumOf } from '@tba/command-api/people/holdings.ts'
import type { ErasureReceipt, PersonHoldings, PersonRow } from '@tba/events/people/views.ts'
import type { projectionList } from '@tba/events/projections/views.ts'
import { waitFor } from '@tba/testing/wait.ts'
import type { z } from 'zod'
import { admin, invite } from '../support/administrator.ts'
import { kinds, peopleOf, unknown } from '../support/people.ts'
import { person, register, settle, submit } from '../support/person.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { backupsKeptDays, sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()
const { only, shown, asked } = peopleOf({ product, console })

type PersonList = { people: PersonRow[] }

const erase = (id: string, body: object, headers = {}) =>
  console.post(`/api/admin/people/${id}/erase`, body, { headers })
const receipt = (number: string) => console.read<ErasureReceipt>(`/api/admin/receipts/${number}`)

test('an erasure of chosen parts leaves the others, and its receipt tells what was listed before, and when the keys went', async () => {
  const someone = person()
  await submit(product, someone)
  await settle(product, someone)
  await product.visitor().post('/api/password/forgot', { email: someone.email })
  const { id } = await only(someone)
  const streamOf = async (kind: string) => (await shown(id)).parts.find(it => it.kind === kind)?.stream ?? ''
  const parts = [await streamOf('lead'), await streamOf('account')]
  const confirmed = { parts, confirmation: ` ADA ${someone.surname}` }
  const held = { lead: 1, account: 1, objects: 1, letters: 2, requests: 3 }
  await waitFor(async () => {
    const listed = (await console.read<PersonHoldings>(`/api/admin/people/${id}/holdings`)).parts
    const chosen = listed.filter(({ stream }) => parts.includes(stream))
    expect(sumOf(chosen.map(({ erases }) => erases))).toEqual(held)
  })
  const keyed = { 'idempotency-key': crypto.randomUUID() }
  expect((await erase(id, { parts, confirmation: 'Bruno' })).status).toBe(400)
  const { status, body } = await erase(id, confirmed, keyed)
  expect([status, (await erase(id, confirmed, keyed)).body]).toEqual([200, body])
  const { receipt: number } = body as { receipt: string }
  expect(kinds(await shown(id))).toEqual(['questionnaire address'])
  expect(await erase(id, confirmed)).toMatchObject(unknown)
  await expect.poll(async () => (await receipt(number)).keysDestroyedAt).not.toBeNull()
  const found = await receipt(number)
  expect(found).toMatchObject({ number, by: admin.email, erased: held })
  const [gone, until] = [found.keysDestroyedAt, found.backupsUntil].map(at => Date.parse(at ?? ''))
  expect(until).toBe((gone ?? 0) + backupsKeptDays * 86_400_000)
  expect(await console.get('/api/admin/receipts/0000-0000-0000')).toMatchObject(unknown)
})

const settled = async () => {
  const someone = person()
  await submit(product, someone)
  await register(product, someone)
  const { id } = await only(someone)
  const { parts } = await shown(id)
  return { id, parts, confirmation: someone.email, streams: parts.map(({ stream }) => stream) }
}
const erasedIn = async (streams: string[]) =>
  (await product.recorded({}))
    .filter(({ type, stream }) => type.endsWith('Erased') && streams.includes(stream))
    .map(({ stream }) => stream)

test('an erasure goes on wherever its request was cut short, and erases each part once', async () => {
  const lists = { account: 'customers', lead: 'leads', questionnaire: 'questionnaires' }
  for (const cut of [0, 1, 2, 3]) {
    const { id, parts, streams, confirmation } = await settled()
    for (const { kind, id } of parts.slice(0, cut))
      expect((await console.post(`/api/admin/${lists[kind]}/${id}/erase`, { confirmation })).status).toBe(200)
    const order = { admin: crypto.randomUUID(), streams, erased: {} }
    await product.store.append(`receipt-CUT${cut}`, [storedEvent('PartsErasureOrdered', order)], 'no_stream')
    await expect.poll(async () => (await erasedIn(streams)).sort()).toEqual(streams.toSorted())
    expect(await console.get(`/api/admin/people/${id}`)).toMatchObject(unknown)
  }
})

test('an erasure by two administrators at once erases each part once, and leaves the tables as a rebuild would', async () => {
  const other = await invite(product, { by: console, role: 'administrator' })
  const { id, streams, confirmation } = await settled()
  const body = { parts: streams, confirmation }
  const answers = await Promise.all(
    [console, other].map(by => by.post(`/api/admin/people/${id}/erase`, body)),
  )
  // The second one finds all of it, or nothing any more.
  const numbers = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => (body as { receipt: string }).receipt)
  expect(numbers.length).toBeGreaterThan(0)
  for (const number of numbers)
    await expect.poll(async () => (await receipt(number)).keysDestroyedAt).not.toBeNull()
  expect((await erasedIn(streams)).sort()).toEqual(streams.toSorted())
  const rows = async () => [
    await product.query('select * from read.person_parts order by stream'),
    await product.query('select * from read.person_links order by position'),
  ]
  const before = await rows()
  const path = '/api/admin/projections'
  const rebuilt = async () =>
    (await console.read<z.infer<typeof projectionList>>(path)).projections.find(
      ({ name }) => name === 'person-parts',
    )?.lastRebuild?.endedAt
  const earlier = await rebuilt()
  expect((await console.post(`${path}/person-parts/rebuild`)).status).toBe(202)
  await expect.poll(rebuilt).not.toBe(earlier)
  expect(await rows()).toEqual(before)
})

const erasedUnder = async (email: string) => {
  const { body } = await console.post('/api/admin/erasures', { email })
  const found = await receipt((body as { receipt: string }).receipt)
  const { letters: _, jobs: __, ...counted } = found.erased
  return counted
}

test('an erasure by address gives a receipt too, of nothing for an unknown one', async () => {
  const someone = await asked({})
  expect(await erasedUnder(someone.email)).toEqual({ lead: 1 })
  expect(await erasedUnder('nessuna@example.com')).toEqual({})
})

test('an erasure by address waits for a transaction that hides what it has to count', async () => {
  await product.query('begin')
  onTestFinished(async () => void (await product.query('rollback')))
  await product.query('select pg_current_xact_id()')
  const { email } = await asked({})
  expect((await console.call('POST', '/api/admin/erasures', { email })).status).toBe(503)
  await product.query('rollback')
  expect(await erasedUnder(email)).toEqual({ lead: 1 })
})

test('an erasure takes along a part whose stream waits behind an event that could not be applied', async () => {
  const [live] = await product.query("select schema from projector.checkpoints where projection = 'leads'")
  const table = `${live?.schema}.leads`
  const refuse = `alter table ${table} add constraint broken check (name <> 'Bea') not valid`
  await waitFor(() => product.query(refuse))
  onTestFinished(async () => void (await product.query(`alter table ${table} drop constraint broken`)))
  const { email } = await asked({ name: 'Bea' })
  const waiting = async () => {
    const { body } = await console.call('GET', '/api/admin/projections')
    const { projections } = body as z.infer<typeof projectionList>
    return projections.flatMap(({ parked }) => parked).map(({ stream }) => stream)
  }
  await expect.poll(waiting).toHaveLength(1)
  const streams = await waiting()
  const found = async () => (await console.call('GET', `/api/admin/people?q=${email}`)).body as PersonList
  const [listed] = (await found()).people
  const erased = await erase(listed?.id ?? '', { parts: streams, confirmation: email })
  const { receipt: number } = erased.body as { receipt: string }
  await expect.poll(async () => (await receipt(number)).keysDestroyedAt).not.toBeNull()
  expect([await erasedIn(streams), await waiting(), (await found()).people]).toEqual([streams, [], []])
})
