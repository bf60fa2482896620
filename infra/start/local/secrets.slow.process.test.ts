import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newSecrets } from '@tba/runtime/secrets.ts'
import { observeInTest } from '@tba/testing/observed-process.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'

/** Every command and service gets addresses that cannot be used. None may show the password, or a stack. */

const root = path.resolve(import.meta.dirname, '../../..')
const folder = quickFolder('tba-secrets-')
writeFileSync(path.join(folder, 'keys.json'), newSecrets(), { mode: 0o600 })

/** They are given no address. */
const withoutAddress = new Set([
  'infra/start/new/new.main.ts',
  'infra/containers/prepare.main.ts',
  'infra/containers/owner.main.ts',
])
/** What a command needs before it looks at addresses. */
const argumentsOf: Record<string, string[]> = {
  'infra/start/backup/backup.main.ts': [path.join(folder, 'backup')],
  'infra/start/backup/restore.main.ts': [path.join(folder, 'backup')],
  'infra/start/backup/migrate-log.main.ts': ['--to', 'esdb://127.0.0.1:1?tls=false'],
  'infra/start/lake/lake.main.ts': ['verify'],
  'infra/start/sql/sql.main.ts': ['select 1'],
  'infra/start/maintenance/admin.ts': ['reset-totp', 'ada@example.com'],
  'infra/start/maintenance/parked.ts': ['list'],
}

const table = readFileSync(path.join(root, 'infra/start.mjs'), 'utf8')
const ofTable = [...table.matchAll(/(?:local\('|infra\/start\/)([\w./-]+\.ts)'/g)].map(
  ([, script]) => `infra/start/${script}`,
)
const found = globSync(
  '{services/*/src/main.ts,infra/start/*/main.ts,infra/{start/*,containers}/*.main.ts}',
  { cwd: root },
)
const scripts = [...new Set([...ofTable, ...found])].filter(script => !withoutAddress.has(script)).sort()

const secret = 'hush4711'
const login = `anna:${secret}`
const tls = (rest: string) => `postgres://${login}@127.0.0.1/tba?${rest}`
const esdb = (rest: string) => `esdb://${login}@127.0.0.1:1?${rest}`
/** Refused before anything is opened. The others are in external-postgres.slow.process.test.ts and servers.test.ts. */
const rounds: Record<string, string>[] = [
  { DATABASE_URL: `mysql://${login}@127.0.0.1/tba`, EVENTSTORE_URL: tls(`sslmode=${secret}`) },
  { DATABASE_URL: `postgres://anna:${secret}%zz@127.0.0.1/tba`, EVENTSTORE_URL: esdb('colour=red') },
  { DATABASE_URL: `postgres://${login}/x@127.0.0.1/tba`, EVENTSTORE_URL: esdb(`tls=${secret}`) },
  { DATABASE_URL: tls(`colour=${secret}`), EVENTSTORE_URL: `esdb://anna:${secret}%zz@127.0.0.1:1` },
  { DATABASE_URL: tls(`sslmode=${secret}`), REDIS_URL: `http://${login}@h`, SMTP_URL: `http://${login}@h` },
  { DATABASE_URL: tls(`sslmode=verify-full&sslrootcert=/${secret}`), READ_DATABASE_URL: tls('sslmode=x') },
  { EVENTSTORE_URL: esdb('tls=true&tlsCAFile=/nowhere') },
]

/** What is wrong with the output of a script that gets this address; null for a sentence that names one of them, and exit code 1. */
async function faultOf(script: string, addresses: Record<string, string>): Promise<string | null> {
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  const child = spawn(process.execPath, [path.join(root, script), ...(argumentsOf[script] ?? [])], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      SECRETS_FILE: path.join(folder, 'keys.json'),
      OBJECTS_FOLDER: dataDir,
      PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: 'postgres://127.0.0.1:1/tba',
      ...addresses,
    },
  })
  const seen = observeInTest(child)
  const code = await seen.ended
  const output = seen.output()
  const isRight =
    code === 1 &&
    Object.keys(addresses).some(name => output.includes(name)) &&
    !/^\s+at /m.test(output) &&
    !output.includes(secret)
  return isRight ? null : `${script}: ${code}\n${output}`
}

test('the walk finds every command of the table and every service', () => {
  const known = [
    'services/projector/src/main.ts',
    'infra/start/sql/sql.main.ts',
    'infra/start/maintenance/verify.ts',
  ]
  expect(scripts).toEqual(expect.arrayContaining(known))
  expect(scripts.length).toBeGreaterThan(15)
})

test.each(rounds)('nothing shows a password of %j', async addresses => {
  const queue = [...scripts]
  const faults: string[] = []
  async function work(): Promise<void> {
    for (let script = queue.shift(); script; script = queue.shift()) {
      const fault = await faultOf(script, addresses)
      if (fault !== null) faults.push(fault)
    }
  }
  await Promise.all([work(), work()])
  expect(faults).toEqual([])
})
