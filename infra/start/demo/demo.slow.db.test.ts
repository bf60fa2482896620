import { openEventStore } from '@tba/event-store/open.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Demo, demo } from './demo.ts'

test('a month that is stopped before its first visit can be told again; one that was told, not', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  const { connectionString, drop } = await freshDatabase()
  onTestFinished(drop)
  const stopping = new AbortController()
  const stopped: Demo = {
    ...{ visits: 60, seed: 'a', site: 'https://example.com', untilMs: Date.now() - 60_000 },
    password: 'segreta-di-prova',
    ...{ connectionString, secrets: secretsFrom(newSecrets()), dataDir: '/nowhere' },
    ...{ admin: { email: 'admin@example.com' }, signal: stopping.signal },
    onAdminCreated: () => stopping.abort(),
  }
  await expect(demo(stopped)).rejects.toThrow()
  const store = await openEventStore({ url: connectionString })
  onTestFinished(() => store.close())
  // Another file's open transaction may keep readers from it for a while.
  const recorded = async () => (await Array.fromAsync(store.readAll())).map(({ type }) => type)
  await expect.poll(recorded, { timeout: 10_000 }).toEqual(['AdminCreated'])
  const again = { ...stopped, signal: new AbortController().signal }
  await demo(again)
  await expect(demo(again)).rejects.toThrow(/holds sample data already/)
})
