import { randomBytes } from 'node:crypto'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { runCommand } from '../local/command.ts'
import { prepareDataFolder } from '../local/data-folder.ts'
import { openDatabase } from '../local/database.ts'
import { readEnvironment } from '../local/environment.ts'
import { lockFolder } from '../local/lock.ts'
import { announce } from '../local/progress.ts'
import { readArguments, usage } from './arguments.ts'
import { cast } from './cast.ts'
import { demo } from './demo.ts'

/** Fills the data folder of a stopped product. Exits with 1 if refused or interrupted. */

/** The newest event is a little earlier than now, as on any morning. */
const endsBeforeNowMs = 90_000

const stopping = new AbortController()
const brokenOff =
  'Broken off. What the log has of the month is not gone on with: remove its folder, or set another DATA_DIR.'
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort(new StartRefusal(brokenOff)))
}

async function fillFolder(opened: AsyncDisposableStack): Promise<void> {
  const given = readArguments(process.argv.slice(2))
  if (!given) return announce(usage)
  const { password = randomBytes(6).toString('base64url') } = given
  const { dataDir, port, databaseUrl, eventStoreUrl, ...environment } = readEnvironment(process.env)
  const { publicUrl = `http://localhost:${port}`, adminEmail = 'admin@example.com' } = environment
  prepareDataFolder(dataDir)
  lockFolder(dataDir, opened)
  const onLost = (reason: unknown) => stopping.abort(reason)
  const { url, keys } = await openDatabase(dataDir, { opened, stopping, onLost }, databaseUrl)
  let adminPassword = environment.adminPassword ? 'as ADMIN_PASSWORD says' : 'as the first start showed it'
  const eventCount = await demo({
    ...{ ...given, password, dataDir, eventStoreUrl, connectionString: url, secrets: keys },
    ...{ site: publicUrl, untilMs: Date.now() - endsBeforeNowMs, signal: stopping.signal },
    admin: { email: adminEmail, password: environment.adminPassword },
    onAdminCreated(made) {
      adminPassword = `${made} (shown only now)`
      announce(`Administrator: ${adminEmail}, password: ${made}`)
    },
  })
  announce(`${eventCount.toLocaleString('en')} events are in the log, and in every read table.\n`)
  announce(`Who can sign in at /auth, all with the password ${password}`)
  for (const { email, stage } of cast) announce(`  ${email.padEnd(27)}  ${stage}`)
  announce(`and at /admin/login\n  ${adminEmail.padEnd(27)}  password ${adminPassword}`)
}

function sentenceOf(): string | null {
  const { reason } = stopping.signal
  return reason instanceof StartRefusal ? reason.message : null
}

await runCommand(fillFolder, { sentenceOf })
