import { randomBytes } from 'node:crypto'
import type { FirstAdmin } from '@tba/command-api/admins/first-admin.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { prepareDataFolder } from '../local/data-folder.ts'
import { type Frame, openDatabase } from '../local/database.ts'
import { type Environment, readEnvironment } from '../local/environment.ts'
import { FolderInUse, lockFolder } from '../local/lock.ts'
import { announce, complain } from '../local/progress.ts'
import { type Arguments, help, readArguments } from './arguments.ts'
import { cast } from './cast.ts'
import { demo } from './demo.ts'

/** Fills the data folder of a product that does not run. Exits with 1 where it is refused or broken off. */

/** The newest event is a little while ago, as on any morning. */
const endsBeforeNowMs = 90_000

const stopping = new AbortController()
const brokenOff =
  'Broken off. What the log has of the month is not gone on with: remove its folder, or set another DATA_DIR.'
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort(new StartRefusal(brokenOff)))
}
try {
  const given = readArguments(process.argv.slice(2))
  if (given) await run(given, readEnvironment(process.env))
  else announce(help)
} catch (error) {
  const reason = stopping.signal.aborted ? stopping.signal.reason : error
  if (!(reason instanceof StartRefusal)) throw reason
  complain(reason.message)
  process.exitCode = 1
}

async function run(
  { visits, seed, password = randomBytes(6).toString('base64url') }: Arguments,
  environment: Environment,
) {
  const { dataDir, port, publicUrl = `http://localhost:${port}` } = environment
  const { adminEmail = 'admin@example.com', adminPassword } = environment
  const admin: FirstAdmin = { email: adminEmail, password: adminPassword }
  await using opened = new AsyncDisposableStack()
  const { url, keys } = await reach(environment, {
    opened,
    stopping,
    onLost: reason => stopping.abort(reason),
  })
  let made: string | null = null
  const { eventCount } = await demo(
    {
      ...{ connectionString: url, secrets: keys, dataDir, admin, signal: stopping.signal },
      eventStoreUrl: environment.eventStoreUrl,
      onAdminMade(drawn) {
        made = drawn
        announce(`Administrator: ${adminEmail}, password: ${drawn}`)
      },
    },
    { visits, seed, site: publicUrl, untilMs: Date.now() - endsBeforeNowMs, password },
  )
  announce(`${eventCount.toLocaleString('en')} events are in the log, and in every read table.\n`)
  announce(`Who can sign in at /auth, all with the password ${password}`)
  for (const { email, stage } of cast) announce(`  ${email.padEnd(27)}  ${stage}`)
  const asBefore = adminPassword === undefined ? 'as the first start showed it' : 'as ADMIN_PASSWORD says'
  const how = made ? `${made} (shown only now)` : asBefore
  announce(`and at /admin/login\n  ${adminEmail.padEnd(27)}  password ${how}`)
}

async function reach({ dataDir, databaseUrl }: Environment, frame: Frame) {
  prepareDataFolder(dataDir)
  const lock = lockIdle(dataDir)
  frame.opened.defer(() => lock.release())
  return openDatabase(dataDir, frame, databaseUrl)
}

function lockIdle(dataDir: string) {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new StartRefusal(`The product is running on ${dataDir}: stop it first, or set another DATA_DIR.`)
  }
}
