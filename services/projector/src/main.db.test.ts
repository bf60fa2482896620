import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { streams } from '@tba/events/streams.ts'
import { newSecrets } from '@tba/runtime/secrets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, type World, world } from './testing/world.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'

async function starter({ connectionString }: World) {
  const folder = await mkdtemp(join(tmpdir(), 'tba-projector-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const secretsFile = join(folder, 'secrets.json')
  await writeFile(secretsFile, newSecrets())
  return (script: string): ChildProcessWithoutNullStreams => {
    const env = { ...process.env, DATABASE_URL: connectionString, SECRETS_FILE: secretsFile }
    const child = spawn(process.execPath, [new URL(script, import.meta.url).pathname], { env })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    return child
  }
}

/** @returns what it printed, and its exit code */
async function finished(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; printed: string }> {
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, printed }
}

test('the process projects until it is told to stop, and what it leaves is what the log says', async () => {
  const it = await world()
  const start = await starter(it)
  const projector = start('./main.ts')
  const plan = { userId: 7, plan: 'starter', depositEuro: 500 } as const
  await it.append(streams.setup(accountId), { type: 'PlanActivated', data: plan })
  await eventually(async () => expect(await it.rows('select plan from read.user_progress')).toHaveLength(1))
  const stopped = finished(projector)
  projector.kill('SIGTERM')
  expect((await stopped).code).toBe(0)

  const verified = await finished(start('./verify.main.ts'))
  expect(verified.printed).toContain('same    setup-progress → read.user_progress: 1 rows')
  expect(verified.code).toBe(0)

  await it.rows(`update read.user_progress set plan = 'elite'`)
  const tampered = await finished(start('./verify.main.ts'))
  expect(tampered.printed).toContain('DIFFERS setup-progress → read.user_progress: 1 rows, 1 by the log')
  expect(tampered.code).toBe(1)
})

test('the process does not start without its environment, and names what is missing', async () => {
  const child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], { env: {} })
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(complaint).toContain('missing or wrong in the environment: DATABASE_URL, SECRETS_FILE')
  expect(code).toBe(1)
})
