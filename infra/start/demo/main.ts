import { randomBytes } from 'node:crypto'
import { runCommand } from '../local/command.ts'
import { prepareDataFolder } from '../local/data-folder.ts'
import { frameOf, openDatabase } from '../local/database.ts'
import { readEnvironment } from '../local/environment.ts'
import { lockFolder } from '../local/lock.ts'
import { announce } from '../local/progress.ts'
import { readArguments, usage } from './arguments.ts'
import { demo } from './demo.ts'
import { namedCustomers } from './named-customers.ts'

/** Fills the data folder of a stopped product. An interrupted month cannot be continued. */

/** The newest event is a little earlier than now, as on any morning. */
const endsBeforeNowMs = 90_000

await runCommand(async (opened, signal) => {
  const given = readArguments(process.argv.slice(2))
  if (!given) return announce(usage)
  const { password = randomBytes(6).toString('base64url') } = given
  const environment = readEnvironment(process.env)
  const { dataDir, port, adminEmail = 'admin@example.com', adminPassword } = environment
  prepareDataFolder(dataDir)
  lockFolder(dataDir, opened)
  const { url, keys } = await openDatabase(dataDir, frameOf(opened), environment.databaseUrl)
  const { eventCount, createdPassword } = await demo({
    ...{ ...given, password, dataDir, connectionString: url, secrets: keys, signal },
    ...{ eventStoreUrl: environment.eventStoreUrl, untilMs: Date.now() - endsBeforeNowMs },
    site: environment.publicUrl ?? `http://localhost:${port}`,
    admin: { email: adminEmail, password: adminPassword },
  })
  const known = adminPassword ? 'as ADMIN_PASSWORD says' : 'as the first start showed it'
  const shown = createdPassword ? `${createdPassword} (shown only now)` : known
  announce(`${eventCount.toLocaleString('en')} events are in the log, and in every read table.\n`)
  announce(`Who can sign in at /auth, all with the password ${password}`)
  for (const { email, stage } of namedCustomers) announce(`  ${email.padEnd(27)}  ${stage}`)
  announce(`and at /admin/login\n  ${adminEmail.padEnd(27)}  password ${shown}`)
})
