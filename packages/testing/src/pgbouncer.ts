import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount } from '@tba/embedded-postgres/account.ts'
import { chownTree } from '@tba/embedded-postgres/files.ts'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { quickFolder } from './quick-folder.ts'
import { withClient } from './with-client.ts'

export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0
if (!hasPgbouncer)
  console.warn('NO PGBOUNCER HERE: pgbouncer is not installed, so the tests of a session pooler are SKIPPED.')

/**
 * A PgBouncer before the server of an address, for one test, with Debian's default settings: session mode, pools of 20.
 * @returns the address through it
 */
export async function pgbouncer(
  connectionString: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const server = new URL(connectionString)
  const folder = quickFolder('tba-pgbouncer-')
  const account = chooseAccount(folder)
  const port = await freePort()
  const login = `user=${server.username} password=${server.password}`
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n* = host=${server.hostname} port=${server.port} ${login}\n[pgbouncer]\n` +
      Object.entries(all)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
  )
  chownTree(folder, account.owner)
  // It does not run as root.
  const [program = '', ...args] = [...account.prefix, 'pgbouncer', '-q', file]
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const through = Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port }).href
  while (!(await withClient(through, async () => true).catch(() => false))) {
    if (child.exitCode !== null) throw new Error('pgbouncer did not start')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return through
}
