import { passwords } from '@tba/command-api/accounts/passwords.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { verify } from '@tba/projector/verify.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { demo, type Place } from './demo.ts'

const plan = { visits: 60, seed: 'a', site: 'https://example.com', password: 'segreta-di-prova' }
const admin = { email: 'admin@example.com' }

/** A database, and what to look into it with. */
async function emptyPlace() {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const secrets = secretsFrom(newSecrets())
  const made: string[] = []
  const onAdminMade = (password: string) => void made.push(password)
  const signal = new AbortController().signal
  const place: Place = { connectionString, secrets, dataDir: '/nowhere', admin, signal, onAdminMade }
  const pool = await createPool(connectionString)
  onTestFinished(() => pool.end())
  await migrateVault(pool)
  const store = await openEventStore({ url: connectionString })
  onTestFinished(() => store.close())
  return { place, made, pool, store, log: eventLog(store, personKeys(pool, keksOf(secrets))) }
}

const now = () => Date.now() - 60_000

test('a month goes behind what a first start wrote, and every table holds what the log says', async () => {
  const { place, made, pool, store, log } = await emptyPlace()
  await ensureAdmin(
    { log, secrets: place.secrets, passwords: await passwords() },
    { ...admin, password: 'prima-volta' },
  )
  const { eventCount } = await demo(place, { ...plan, untilMs: now() })
  expect(made).toEqual([])
  const events = await Array.fromAsync(store.readAll())
  expect(events).toHaveLength(eventCount + 1)
  const [{ recordedAt: first } = { recordedAt: '' }, ...times] = events.slice(1)
  expect([first, ...times.map(({ recordedAt }) => recordedAt)]).toEqual(
    events
      .slice(1)
      .map(({ recordedAt }) => recordedAt)
      .toSorted(),
  )
  const findings = await verify({ log, pool, connectionString: place.connectionString })
  expect(findings.filter(({ isSame }) => !isSame)).toEqual([])
})

test('a month that is stopped before its first visit can be told again; one that was told, not', async () => {
  const { place, store } = await emptyPlace()
  const stopping = new AbortController()
  const stopped = { ...place, signal: stopping.signal, onAdminMade: () => stopping.abort() }
  await expect(demo(stopped, { ...plan, untilMs: now() })).rejects.toThrow()
  // Another file's open transaction may keep readers from it for a while.
  const recorded = async () => (await Array.fromAsync(store.readAll())).map(({ type }) => type)
  await expect.poll(recorded, { timeout: 10_000 }).toEqual(['AdminCreated'])
  await demo(place, { ...plan, untilMs: now() })
  await expect(demo(place, { ...plan, untilMs: now() })).rejects.toThrow(/holds sample data already/)
})
