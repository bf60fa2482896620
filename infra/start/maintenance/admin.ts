import { adminIdOf } from '@tba/command-api/admins/first-admin.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { consoleAccount } from '@tba/runtime/http/admin-session.ts'
import { systemContext } from '@tba/runtime/log/event-log.ts'
import { runCommand } from '../local/command.ts'
import { findLog } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce } from '../local/progress.ts'

/** For an administrator who has lost the second factor and its recovery codes. */

const usage = `npm run admin -- reset-totp <e-mail>

  reset-totp   takes the second factor off an account of the console: the next sign-in asks for the password alone`

const noTablesMessage = 'There is no account yet: npm start makes the first one.'

async function resetTotp(opened: AsyncDisposableStack): Promise<void> {
  const [action, email, ...more] = process.argv.slice(2)
  if (action !== 'reset-totp' || !email || more.length > 0) throw new StartRefusal(usage)
  const environment = readEnvironment(process.env)
  const { log, keys } = await findLog(environment, 'admin', { opened, noTablesMessage })
  const adminId = adminIdOf(keys.emailHash, email)
  if (!(await consoleAccount(log, adminId)))
    throw new StartRefusal(`No account of the console has the address ${email}.`)
  const command = { type: 'RemoveTotp', proof: null } as const
  const outcome = await execute({ log, context: systemContext() }, adminId, command)
  if ('refused' in outcome) return announce(`${email} has no second factor.`)
  // With the factor its sessions end, and its browsers are no longer known.
  const ending = { type: 'EndAdminSessions', adminId, except: null } as const
  await execute({ log, context: systemContext() }, undefined, ending)
  announce(`The second factor of ${email} is taken off: the next sign-in asks for the password alone.`)
}

await runCommand(resetTotp, { noTablesMessage })
