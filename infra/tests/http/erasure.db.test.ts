import { openEventStore } from '@tba/event-store/open.ts'
import { verify } from '@tba/projector/verify/verify.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { type Person, person, settle, submit } from '../support/person.ts'
import { password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import { customerData, existingKeys, keysAreGone, tracesOf } from '../support/traces.ts'
import type { Visitor } from '../support/visitor.ts'

const { product, mail } = await sharedProduct()

const erase = (visitor: Visitor, given = password) => visitor.post('/api/user/erasure', { password: given })
const traces = (someone: Person) => tracesOf(product, someone, mail)

async function readTables() {
  const { connectionString, secrets } = product
  const pool = await createPool(connectionString)
  const store = await openEventStore({ url: connectionString })
  onTestFinished(async () => {
    await store.close()
    await pool.end()
  })
  // A new instance of the keys, without the cache of the running service.
  const log = eventLog(store, personKeys(pool, keksOf(secrets)))
  return { log, findings: () => verify({ log, pool, connectionString }) }
}

describe('a customer who erases their account', () => {
  test('must give the password', async () => {
    const { visitor, keys } = await settle(product, person())
    expect(await erase(visitor, 'sbagliata')).toMatchObject({
      status: 400,
      body: { message: 'La password attuale non è corretta' },
    })
    expect((await erase(product.visitor())).status).toBe(401)
    expect(await existingKeys(product, keys)).toHaveLength(keys.length)
    expect((await visitor.get('/api/auth/user')).status).toBe(200)
  })

  test('is erased from every table, the log and the letters; other people are not', async () => {
    const erased = person()
    const stays = person()
    const other = await settle(product, stays)
    const { visitor, keys, accountId } = await settle(product, erased)
    await product.visitor().post('/api/password/forgot', { email: erased.email })
    await product.visitor().post('/api/password/forgot', { email: stays.email })
    await waitFor(async () => {
      for (const someone of [erased, stays]) expect(await traces(someone)).toContain('letters')
    })
    const before = await traces(stays)
    const allOfIt = { pictures: 1, tickets: 1, answers: 2 }
    expect(await customerData(product, accountId)).toEqual(allOfIt)
    expect(before).toEqual(
      expect.arrayContaining(['read.users', 'read.user_progress', 'read.mt4_credentials']),
    )

    expect(await erase(visitor)).toMatchObject({ status: 200, body: { ok: true } })
    expect(visitor.cookies.has('session')).toBe(false)
    await keysAreGone(product, keys)

    expect(await traces(erased)).toEqual([])
    expect(await traces(stays)).toEqual(before)
    expect(await customerData(product, accountId)).toEqual({ pictures: 0, tickets: 0, answers: 0 })
    expect(await customerData(product, other.accountId)).toEqual(allOfIt)
    expect(await existingKeys(product, other.keys)).toHaveLength(other.keys.length)
    expect((await other.visitor.get('/api/auth/user')).body).toMatchObject({ email: stays.email })

    const { log } = await readTables()
    const history = await Array.fromAsync(log.read(`account-${accountId}`))
    expect(history.map(({ type }) => type)).toEqual(['AccountRegistered', 'ProfileUpdated', 'AccountErased'])
    expect(history[0]?.data).toMatchObject({
      email: null,
      firstName: null,
      lastName: null,
      passwordHash: null,
    })
    expect(history[1]?.data).toEqual({ changes: null })
  })

  test('does not erase submissions with the same address, which may be another person’s', async () => {
    const someone = person()
    const submissions = await submit(product, someone)
    const sent = ['letters', 'read.leads', 'read.questionnaire_responses']
    await expect.poll(() => traces(someone)).toEqual(expect.arrayContaining(sent))
    const before = await traces(someone)
    const { visitor, keys } = await settle(product, someone)
    await erase(visitor)
    await keysAreGone(product, keys)
    expect(await traces(someone)).toEqual(before)
    expect(await existingKeys(product, submissions)).toHaveLength(2)
  })

  test('leaves read tables equal to a rebuild from the log', async () => {
    const { visitor, keys } = await settle(product, person())
    await settle(product, person())
    await erase(visitor)
    await keysAreGone(product, keys)
    const { findings } = await readTables()
    const differing = (await findings()).filter(({ isSame }) => !isSame)
    expect(differing).toEqual([])
  })

  test('frees the address at once, and later data of the address stay', async () => {
    const someone = person()
    const { visitor, keys, accountId } = await settle(product, someone)
    await erase(visitor)
    const again = await settle(product, someone)
    expect(again.accountId).not.toBe(accountId)
    await keysAreGone(product, keys)
    // All jobs are opened again, like after a restore.
    await product.query('delete from jobs.completions')
    for (const { id, stream, type, recordedAt } of await product.recorded({ type: 'AccountErased' })) {
      const open = [id, stream, type, recordedAt]
      await product.query('insert into jobs.open values ($1, $2, $3, $4) on conflict do nothing', open)
    }
    await waitFor(async () => {
      const erasures = await product.recorded({ type: 'AccountErased', stream: `account-${accountId}` })
      const ids = erasures.map(({ id }) => id)
      expect(
        await product.query('select 1 from jobs.completions where event_id = any($1)', [ids]),
      ).toHaveLength(1)
    })
    expect(await existingKeys(product, again.keys)).toHaveLength(again.keys.length)
    expect((await again.visitor.get('/api/auth/user')).body).toMatchObject({ email: someone.email })
    expect((await product.visitor().post('/api/login', { email: someone.email, password })).status).toBe(200)
  })
})
