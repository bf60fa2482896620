import { randomBytes } from 'node:crypto'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { runCommand } from '../local/command.ts'
import { prepareDataFolder } from '../local/data-folder.ts'
import { openDatabase } from '../local/database.ts'
import { readEnvironment } from '../local/environment.ts'
import { FolderInUse, lockFolder } from '../local/lock.ts'
import { announce } from '../local/progress.ts'
import { help, readArguments } from './arguments.ts'
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
async function fillFolder(opened: AsyncDisposableStack): Promise<void> {
  const given = readArguments(process.argv.slice(2))
  if (!given) return announce(help)
  const { visits, seed, password = randomBytes(6).toString('base64url') } = given
  const environment = readEnvironment(process.env)
  const { dataDir, port, publicUrl = `http://localhost:${port}`, databaseUrl, eventStoreUrl } = environment
  const { adminEmail = 'admin@example.com', adminPassword } = environment
  prepareDataFolder(dataDir)
  const lock = lockIdle(dataDir)
  opened.defer(() => lock.release())
  const onLost = (reason: unknown) => stopping.abort(reason)
  const { url, keys } = await openDatabase(dataDir, { opened, stopping, onLost }, databaseUrl)
  let made: string | null = null
  const { eventCount } = await demo(
    {
      ...{ connectionString: url, eventStoreUrl, secrets: keys, dataDir, signal: stopping.signal },
      admin: { email: adminEmail, password: adminPassword },
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

function lockIdle(dataDir: string) {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new StartRefusal(`The product is running on ${dataDir}: stop it first, or set another DATA_DIR.`)
  }
}

function sentenceOf(): string | null {
  const { reason } = stopping.signal
  return reason instanceof StartRefusal ? reason.message : null
}

await runCommand(fillFolder, { sentenceOf })
