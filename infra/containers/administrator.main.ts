import { passwords } from '@tba/command-api/accounts/sessions/passwords.ts'
import { ensureAdmin, issuedPassword } from '@tba/command-api/admins/first-admin.ts'
import { readVariables, serviceSettings } from '@tba/runtime/environment.ts'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import { waitForServers } from '@tba/runtime/servers.ts'
import { openSharedResources } from '@tba/runtime/shared-resources.ts'
import { runCommand } from '../start/local/command.ts'
import { ofAdministrator } from './environment.ts'

/** Creates the administrator of the environment, or sets its password. Prints a generated password. */

await runCommand(async opened => {
  const read = readVariables(ofAdministrator, process.env)
  const { secrets, logLevel, ...servers } = serviceSettings(read)
  const logger = createLogger({ service: 'administrator', level: logLevel })
  await waitForServers(
    { DATABASE_URL: servers.connectionString, EVENTSTORE_URL: servers.eventStoreUrl },
    logger,
  )
  const options = {
    ...servers,
    redisUrl: undefined,
    secrets,
    logger,
    name: 'administrator',
    maxConnections: 2,
  }
  const { log } = opened.use(await openSharedResources(options))
  const account = { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD }
  const newPassword = await ensureAdmin({ log, secrets, passwords: await passwords() }, account)
  console.log(
    newPassword
      ? issuedPassword(read.ADMIN_EMAIL, newPassword)
      : `The administrator ${read.ADMIN_EMAIL} is in place.`,
  )
})
