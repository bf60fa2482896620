import { randomBytes } from 'node:crypto'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { idOf } from '@tba/events/streams.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { kekOf, keksOf } from '@tba/runtime/vault/keks.ts'
import { rewrap } from '@tba/runtime/vault/rewrap.ts'
import { person, settle, submit } from '../support/person.ts'
import { password } from '../support/product.ts'
import { ownProduct } from '../support/shared.ts'

/** The content of the key file. */
let file = secretsFrom(newSecrets())
const { product, console } = await ownProduct({ secrets: file, rereadSecrets: () => file })
const pool = await createPool(product.connectionString, { max: 2 })
afterAll(() => pool.end())

/** @returns the account, and the event of its registration after the history shows it */
async function register() {
  await product.customer()
  const accountId = await product.newestAccount()
  const [event] = await product.recorded({ type: 'AccountRegistered', stream: `account-${accountId}` })
  const open = () => console.post(`/api/admin/events/${event?.id}/open`, { reason: 'Assistenza' })
  await console.get(`/api/admin/events/${event?.id}`)
  return { accountId, open }
}

/** Opens the newest event of a type after the history shows it. */
async function openNewest(type: string): Promise<unknown> {
  const newest = (await product.recorded({ type })).at(-1)
  await console.get(`/api/admin/events/${newest?.id}`)
  const { status, body } = await console.post(`/api/admin/events/${newest?.id}/open`, { reason: 'Reclamo' })
  expect(status, type).toBe(200)
  return (body as { data: unknown }).data
}

test('events of a person just erased no longer open, although the key still exists', async () => {
  const someone = person()
  await submit(product, someone)
  const { visitor, accountId } = await settle(product, someone)
  const opened = {
    AccountRegistered: { email: someone.email },
    SessionOpened: { address: expect.any(String) },
    CredentialsSaved: { loginNumber: `L-${someone.surname}` },
  }
  for (const [type, data] of Object.entries(opened)) expect(await openNewest(type)).toMatchObject(data)
  await visitor.post('/api/user/erasure', { password })
  const nulls = (data: object) => Object.fromEntries(Object.keys(data).map(field => [field, null]))
  for (const [type, data] of Object.entries(opened)) expect(await openNewest(type)).toMatchObject(nulls(data))
  expect((await openNewest('SessionOpened')) as object).toMatchObject({ accountId })
  expect(await openNewest('LeadSubmitted')).toMatchObject({ email: someone.email })
  const [lead] = (await product.recorded({ type: 'LeadSubmitted' })) as [StoredEvent]
  const erasure = await console.post(`/api/admin/leads/${idOf(lead.stream)}/erase`, {
    confirmation: someone.email,
  })
  expect(erasure.status).toBe(200)
  expect(await openNewest('LeadSubmitted')).toMatchObject({ email: null })
  const [{ recordedAt: erasedAt }] = (await product.recorded({ type: 'LeadErased' })) as [StoredEvent]
  const reason = { reason: 'Reclamo' }
  const again = await console.post(`/api/admin/events/${lead.id}/open`, reason)
  expect(again.body).toMatchObject({ data: { email: null }, erasedAt })
  for (const path of [`events/${lead.id}`, `streams/${lead.stream}`])
    expect((await console.get(`/api/admin/${path}`)).body, path).toMatchObject({ erasedAt })
  const session = (await product.recorded({ type: 'SessionOpened' })).at(-1)
  const { body: timeline } = await console.get(`/api/admin/streams/${session?.stream}`)
  const [account] = (await product.recorded({ type: 'AccountErased' })) as [StoredEvent]
  expect(timeline).toMatchObject({ erasedAt: account.recordedAt })
})

test('after a change of the key the running product still opens sealed data and seals reasons', async () => {
  const { open } = await register()
  const former = file.kek
  file = { ...file, kek: randomBytes(32), formerKek: former }
  await rewrap(pool, { keks: keksOf(file), former: kekOf(former), onProgress: () => {} })
  expect((await open()).body).toMatchObject({ data: { firstName: 'Anna' }, erasedAt: null })
})

test('a customer’s event names its session, whose sign-in shows device and network to an administrator', async () => {
  const someone = person()
  await submit(product, someone)
  const { accountId } = await settle(product, someone)
  const [saved] = await product.recorded({ type: 'CredentialsSaved', stream: `setup-${accountId}` })
  const detail = await console.get(`/api/admin/events/${saved?.id}`)
  const { session } = detail.body as { session: string }
  const [signIn] = await product.recorded({ type: 'SessionOpened', stream: `session-${session}` })
  const signInDetail = await console.get(`/api/admin/events/${signIn?.id}`)
  expect(signInDetail.body).toMatchObject({ session: null, event: { data: { device: null, address: null } } })
  const path = `/api/admin/events/${signIn?.id}/open`
  const { body } = await console.post(path, { reason: 'Accesso sospetto' })
  expect(body).toMatchObject({ data: { accountId, device: expect.any(String), address: expect.any(String) } })
})
