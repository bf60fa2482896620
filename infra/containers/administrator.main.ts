import { passwords } from '@tba/command-api/accounts/sessions/passwords.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { readVariables, serviceSettings } from '@tba/runtime/environment.ts'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import { Refusal } from '@tba/runtime/refusal.ts'
import { waitForServers } from '@tba/runtime/servers.ts'
import { openSharedResources } from '@tba/runtime/shared-resources.ts'
import { ofAdministrator } from './environment.ts'

/** Creates the administrator of the environment, or sets its password. Prints a generated password. */

async function run(): Promise<void> {
  const read = readVariables(ofAdministrator, process.env)
  const { secrets, logLevel, ...servers } = serviceSettings(read)
  const logger = createLogger({ service: 'administrator', level: logLevel })
  await waitForServers(
    { DATABASE_URL: servers.connectionString, EVENTSTORE_URL: servers.eventStoreUrl },
    logger,
  )
  await using resources = await openSharedResources({
    ...{ ...servers, redisUrl: undefined, secrets, logger, name: 'administrator', maxConnections: 2 },
  })
  const needs = { log: resources.log, secrets, passwords: await passwords() }
  const newPassword = await ensureAdmin(needs, { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD })
  console.log(
    newPassword
      ? `Administrator: ${read.ADMIN_EMAIL}, password: ${newPassword} (shown only now)`
      : `The administrator ${read.ADMIN_EMAIL} is in place.`,
  )
}

try {
  await run()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
