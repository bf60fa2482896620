import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { submitLead, testJobs } from '../../testing/jobs.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { spawnProjector } from '../../testing/spawn-projector.ts'
import { type World, world } from '../../testing/world.ts'

const context = { actor: 'test', correlationId: 'test', causationId: 'test' }

test('if a process is killed while it sends a letter, another process sends it', async () => {
  const it = await world()
  const { folder, open } = await testJobs(it)
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
    OBJECTS_FOLDER: folder,
    NOTIFY_EMAIL: 'commerciale@example.com',
    SMTP_URL: server.url,
  }
  const { child, ended } = spawnProjector(env)
  const { id } = await submitLead({ ...it, log, append })
  await expect.poll(() => server.attempts).toBe(1)
  child.kill('SIGKILL')
  await ended

  // As if the lock of the killed process had expired after half a minute.
  await it.rows('update bullmq.job set locked_until_ms = 0')
  server.behaviour = 'accepts'
  const mail = { from: 'no-reply@example.com', folder, smtpUrl: server.url }
  await open({ keyring, log, mail, lockMs: 1_000 })
  await expect.poll(() => it.rows('select event_id as id from jobs.completions')).toEqual([{ id }])
  expect(server.received).toHaveLength(1)
})
