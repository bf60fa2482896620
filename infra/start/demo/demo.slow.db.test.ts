import { openEventStore } from '@tba/event-store/open.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { demo, type Place } from './demo.ts'

const plan = { visits: 60, seed: 'a', site: 'https://example.com', password: 'segreta-di-prova' }
const now = () => Date.now() - 60_000

test('a month that is stopped before its first visit can be told again; one that was told, not', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const stopping = new AbortController()
  const stopped: Place = {
    ...{ connectionString, secrets: secretsFrom(newSecrets()), dataDir: '/nowhere' },
    ...{ admin: { email: 'admin@example.com' }, signal: stopping.signal },
    onAdminMade: () => stopping.abort(),
  }
  await expect(demo(stopped, { ...plan, untilMs: now() })).rejects.toThrow()
  const store = await openEventStore({ url: connectionString })
  onTestFinished(() => store.close())
  // Another file's open transaction may keep readers from it for a while.
  const recorded = async () => (await Array.fromAsync(store.readAll())).map(({ type }) => type)
  await expect.poll(recorded, { timeout: 10_000 }).toEqual(['AdminCreated'])
  const place = { ...stopped, signal: new AbortController().signal }
  await demo(place, { ...plan, untilMs: now() })
  await expect(demo(place, { ...plan, untilMs: now() })).rejects.toThrow(/holds sample data already/)
})
