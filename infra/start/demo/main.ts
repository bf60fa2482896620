import { randomBytes } from 'node:crypto'
import { passwords } from '@tba/command-api/accounts/sessions/passwords.ts'
import { adminIdOf, ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import { openSharedResources } from '@tba/runtime/shared-resources.ts'
import { runCommand } from '../local/command.ts'
import { lockFolder, prepareDataFolder } from '../local/data/data-folder.ts'
import { openDatabase, scopeOf } from '../local/data/database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce } from '../local/progress.ts'
import { readArguments, usage } from './arguments.ts'
import { appendAll, datedLog, fillTables, refuseOtherEvents } from './fill.ts'
import { month } from './month.ts'
import { namedCustomers } from './named-customers.ts'

/** Fills the data folder of a stopped product. An interrupted month cannot be continued. */

await runCommand(async (opened, signal) => {
  const args = readArguments(process.argv.slice(2))
  if (!args) return announce(usage)
  const { password = randomBytes(6).toString('base64url') } = args
  const environment = readEnvironment(process.env)
  const { dataDir, port, eventStoreUrl, adminEmail: email, adminPassword } = environment
  prepareDataFolder(dataDir)
  lockFolder(dataDir, opened)
  const { url, keys: secrets } = await openDatabase(dataDir, scopeOf(opened), environment.databaseUrl)
  const logger = createLogger({ service: 'demo', level: 'warn' })
  const servers = { connectionString: url, eventStoreUrl }
  const resources = opened.use(await openSharedResources({ ...servers, secrets, name: 'demo', logger }))
  await refuseOtherEvents(resources.store, dataDir)

  const hashing = await passwords()
  // Like a first start, but at the start of the month.
  const needs = { log: datedLog(resources.log, args.span.fromMs), secrets, passwords: hashing }
  const createdPassword = await ensureAdmin(needs, { email, password: adminPassword })

  const address = environment.publicUrl ?? `http://localhost:${port}`
  const site = { address, secrets, passwordHash: await hashing.hashUnchecked(password, 'demo') }
  const options = { ...args, adminId: adminIdOf(secrets.emailHash, email) }
  const eventCount = await appendAll(month(site, options), resources, args.visits)
  await fillTables({ ...resources, secrets, logger, signal })

  const known = adminPassword ? 'as ADMIN_PASSWORD says' : 'as the first start showed it'
  const shown = createdPassword
    ? `${createdPassword} (shown only now). Choose another at the first sign-in.`
    : known
  announce(`${eventCount.toLocaleString('en')} events are in the log, and in every read table.\n`)
  announce(`Who can sign in at /auth, all with the password ${password}`)
  for (const { email, stage } of namedCustomers) announce(`  ${email.padEnd(27)}  ${stage}`)
  announce(`and at /admin/login\n  ${email.padEnd(27)}  password ${shown}`)
})
