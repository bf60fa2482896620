import { createSecretKey, randomBytes } from 'node:crypto'
import { type DomainEvent, registry } from '@tba/events/registry.ts'
import { openData, sealData } from './codec.ts'
import { KeyMissing } from './keyring.ts'
import { sealSecret } from './secret.ts'

const accountId = '0198a000-0000-7000-8000-00000000000a'
const key = { person: accountId, version: 1, id: 'k1', key: createSecretKey(randomBytes(32)) }
const keyOf = async (person: string) => ({ ...key, person })
const stream = `account-${accountId}`
const id = '0198a000-0000-7000-8000-0000000000e1'
const names = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Bianchi' }
const data = { userId: 7, ...names, passwordHash: '$argon2id$hash' }
const anna: DomainEvent = { type: 'AccountRegistered', data }
const identity = { stream, id, type: 'AccountRegistered' }
const keys = new Map([[accountId, key]])
const { personal } = registry.AccountRegistered

describe('personal fields are sealed', () => {
  test('nothing personal is readable in the log', async () => {
    const stored = JSON.stringify(await sealData(keyOf, { stream, id }, anna))
    for (const secret of ['anna', 'Anna', 'Bianchi', 'argon2id']) expect(stored).not.toContain(secret)
    expect(JSON.parse(stored).userId).toBe(7)
  })
  test('after the key is destroyed, the personal fields are null and the rest remains', async () => {
    const data = await sealData(keyOf, { stream, id }, anna)
    const nothing = { email: null, firstName: null, lastName: null, passwordHash: null }
    const opened = openData(identity, { data, personal }, new Map([[accountId, 'destroyed']]))
    expect(opened).toEqual({ userId: 7, ...nothing })
  })
  test('a missing key is not a destroyed key', async () => {
    const data = await sealData(keyOf, { stream, id }, anna)
    expect(() => openData(identity, { data, personal }, new Map())).toThrow(KeyMissing)
  })
  test.each([
    ['stream', { ...identity, stream: 'account-0198a000-0000-7000-8000-00000000000f' }],
    ['event', { ...identity, id: '0198a000-0000-7000-8000-0000000000e2' }],
    ['type', { ...identity, type: 'SessionOpened' }],
  ])('a box moved to another %s does not open', async (_, elsewhere) => {
    const data = await sealData(keyOf, { stream, id }, anna)
    expect(() => openData(elsewhere, { data, personal }, keys)).toThrow()
  })
  test('a tampered box does not open', async () => {
    const stored = await sealData(keyOf, { stream, id }, anna)
    const sealed = stored.sealed as { box: string }
    const bytes = Buffer.from(sealed.box, 'base64')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    const data = { ...stored, sealed: { ...sealed, box: bytes.toString('base64') } }
    expect(() => openData(identity, { data, personal }, keys)).toThrow()
  })
  test('the same data never seals to the same box', async () => {
    const first = await sealData(keyOf, { stream, id }, anna)
    expect(await sealData(keyOf, { stream, id }, anna)).not.toEqual(first)
  })
  test('an optional field is sealed if present', async () => {
    const noted: DomainEvent = { type: 'SetupNoted', data: { screenshots: ['anna-bianchi.png'] } }
    const at = { stream: `setup-${accountId}`, id }
    const stored = await sealData(keyOf, at, noted)
    expect(JSON.stringify(stored)).not.toContain('anna-bianchi')
    const opened = openData({ ...at, type: noted.type }, { data: stored, personal: ['screenshots'] }, keys)
    expect(opened).toEqual(noted.data)
  })
  test('a broker password is sealed twice: the key of a person alone does not open it', async () => {
    const login = { platform: 'MT5', server: 'eu01', loginNumber: '8001234' } as const
    const password = sealSecret(randomBytes(32), 'segreto-broker', accountId)
    const saved: DomainEvent = {
      type: 'CredentialsSaved',
      data: { credentialsId: id, userId: 7, ...login, password },
    }
    const at = { stream: `setup-${accountId}`, id }
    const data = await sealData(keyOf, at, saved)
    const opened = openData({ ...at, type: saved.type }, { data, personal: ['password'] }, keys)
    expect(JSON.stringify(opened)).not.toContain('segreto-broker')
  })
})
