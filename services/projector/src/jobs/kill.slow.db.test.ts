import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { funnels } from '../funnels/funnels.projection.ts'
import { keepFunnels } from '../funnels/keeper.ts'
import { verifyFunnels } from '../funnels/verify-funnels.ts'
import { history } from '../history/history.projection.ts'
import { jobsOver, submitLead } from '../testing/jobs.ts'
import { mailServer } from '../testing/mail-server.ts'
import { started } from '../testing/started.ts'
import { eventually, type World, world } from '../testing/world.ts'

const context = { actor: 'test', correlationId: 'test', causationId: 'test' }

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const visited = {
  type: 'VisitStarted',
  data: { userAgent: 'Mozilla/5.0', referrer: null, address: null },
} as const
const definition = {
  ...{
    by: 'visit' as const,
    steps: [{ event: visited.type }, { event: chosen.type }],
    windowSeconds: 86_400,
  },
  ...{ from: '2020-01-01T00:00:00.000Z', to: '2120-01-01T00:00:00.000Z' },
}

/** Has a process wait in the middle of counting an event on, its place moved and its counts not. */
async function heldWhileItCounts({ connectionString, rows }: World, append: World['append']) {
  await append(streams.funnel(randomUUID()), {
    ...{ type: 'FunnelSaved', data: { name: 'Prova', definition } },
  })
  const kept = 'select 1 from funnels.keeping where counted is not null'
  await eventually(async () => expect(await rows(kept)).toHaveLength(1))
  const client = new Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table funnels.steps in share mode')
  await append(streams.visit('v'), visited, chosen)
  const waiting = `select 1 from pg_locks where not granted and relation = 'funnels.steps'::regclass`
  await eventually(async () => expect(await rows(waiting)).toHaveLength(1))
  return { letGo: () => client.query('rollback') }
}

test('where a process is killed, the letter that it was sending is sent by another, and what it was counting is counted once', async () => {
  const it = await world()
  const { folder, open } = await jobsOver(it)
  const server = await mailServer('is silent')
  const secretsFile = join(folder, 'secrets.json')
  const secrets = newSecrets()
  await writeFile(secretsFile, secrets)
  const keyring = personKeys(it.pool, keksOf(secretsFrom(secrets)))
  const log = eventLog(it.store, keyring)
  const append: World['append'] = (stream, ...events) =>
    log.append(stream, events, { expected: 'no_stream', context })
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: it.connectionString,
    SECRETS_FILE: secretsFile,
    PUBLIC_URL: 'https://example.com',
    PICTURES_FOLDER: folder,
    NOTIFY_EMAIL: 'commerciale@example.com',
    SMTP_URL: server.url,
  }
  const { child, ended } = started('main.ts', env)
  const { id } = await submitLead({ ...it, log, append })
  await eventually(() => expect(server.asked).toBe(1))
  const { letGo } = await heldWhileItCounts(it, append)
  child.kill('SIGKILL')
  await ended
  await letGo()

  // As if the dead one's half a minute had passed.
  await it.rows('update bullmq.job set locked_until_ms = 0')
  server.mood = 'takes'
  const mail = { from: 'no-reply@example.com', folder, smtpUrl: server.url }
  await open({ keyring, log, mail, lockMs: 1_000 })
  await eventually(async () =>
    expect(await it.rows('select event_id as id from jobs.completions')).toEqual([{ id }]),
  )
  expect(server.received).toHaveLength(1)

  await it.start({ projections: [history, funnels], log })
  const keeper = keepFunnels({ ...it, logger: { info: () => {}, error: () => {} }, standbyRetryMs: 20 })
  onTestFinished(() => keeper.stop())
  await eventually(async () => {
    const [finding] = await verifyFunnels(it)
    expect(finding?.compared).toMatchObject({ kept: [1, 1], counted: [1, 1], isSame: true })
  })
})
