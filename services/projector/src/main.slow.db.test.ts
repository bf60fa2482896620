import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { addToErasureList, entryOf } from '@tba/runtime/vault/erasure-list.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { destroyedPersons, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { leads } from './leads/leads.projection.ts'
import { spawnProjector } from './testing/spawn-projector.ts'
import { type World, world } from './testing/world.ts'
import { lineOf, verify } from './verify/verify.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'

async function environment({ connectionString }: World): Promise<NodeJS.ProcessEnv> {
  const secretsFile = join(quickFolder('tba-projector-'), 'secrets.json')
  await writeFile(secretsFile, newSecrets())
  // The log is in this database, also if EVENTSTORE_URL names a server for the contract tests.
  const { EVENTSTORE_URL, ...env } = process.env
  return { ...env, DATABASE_URL: connectionString, SECRETS_FILE: secretsFile }
}

test('the process projects until it is stopped, and its tables equal the log', async () => {
  const it = await world({ isProjected: true })
  const env = await environment(it)
  const projector = spawnProjector(env)
  const plan = { userId: 7, plan: 'starter', depositEuro: 500 } as const
  await it.append(streams.setup(accountId), { type: 'PlanActivated', data: plan })
  await expect.poll(() => it.rows('select plan from read.user_progress')).toHaveLength(1)
  projector.child.kill('SIGTERM')
  expect(await projector.ended).toBe(0)

  const lines = (await verify(it)).map(lineOf)
  expect(lines.filter(line => line.startsWith('DIFFERS'))).toEqual([])
  expect(lines.join('\n')).toContain('same    setup-progress → read.user_progress: 1 rows')
})

test('after a restore, a process with jobs erases listed persons again, and has their receipts', async () => {
  const it = await world({ isProjected: true })
  const env = await environment(it)
  const { SECRETS_FILE: secretsFile = '' } = env
  const log = eventLog(
    it.store,
    personKeys(it.pool, keksOf(secretsFrom(await readFile(secretsFile, 'utf8')))),
  )
  const data = { userId: 7, email: 'ada@example.com', firstName: 'Ada', lastName: 'B', passwordHash: 'x' }
  const context = { actor: 'test', correlationId: accountId, causationId: accountId }
  await log.append(streams.account(accountId), [{ type: 'AccountRegistered', data }], {
    expected: 'any',
    context,
  })
  const dataDir = dirname(secretsFile)
  const order = {
    stream: 'receipt-7F1F-6A52-3C3D',
    id: crypto.randomUUID(),
    type: 'PartsErasureOrdered',
    data: { admin: crypto.randomUUID(), streams: [streams.account(accountId)], erased: { account: 1 } },
    metadata: { ...context, schemaVersion: 1 },
    recordedAt: '2026-11-12T09:00:00.000Z',
  }
  await addToErasureList(join(dataDir, 'erasures.txt'), [accountId, entryOf(order)])
  const jobs = { PUBLIC_URL: 'https://example.com', OBJECTS_FOLDER: dataDir, DATA_DIR: dataDir }
  const projector = spawnProjector({ ...env, ...jobs })
  await expect.poll(() => destroyedPersons(it.pool)).toEqual([accountId])
  const history = (await Array.fromAsync(it.store.read(streams.account(accountId)))).map(({ type }) => type)
  expect(history).toEqual(['AccountRegistered', 'AccountErased'])
  expect(await Array.fromAsync(it.store.read(order.stream))).toMatchObject([order])
  await expect.poll(() => projector.output()).toContain('they are so again')
})

test('the process ends with one sentence if a projection changed without a new version', async () => {
  const it = await world({ isProjected: true })
  const env = await environment(it)
  const projector = await it.start()
  await projector.ready
  await projector.stop()
  await it.rows(`comment on schema leads_v${leads.version} is 'folded with another one'`)
  const refused = spawnProjector({ ...env, LOG_LEVEL: 'silent' })
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toMatch(/^The projection leads has changed .*\n$/)
})
