import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const longest = { timeout: 600_000, maxBuffer: 64 * 1024 * 1024 }

const [composeProgram = '', ...composeArguments] =
  spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']

export const hasCompose = spawnSync(composeProgram, [...composeArguments, 'version']).status === 0

/** What docker prints; where it fails, the error has what it says. */
export async function docker(...args: string[]): Promise<string> {
  return (await execute('docker', args, longest)).stdout.trim()
}

const nothing = new URL('nothing.env', import.meta.url).pathname

/** Compose of this checkout, by whichever program there is, and with no other .env. */
export async function compose(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const options = {
    ...longest,
    env: { ...process.env, ...env },
    cwd: new URL('../../..', import.meta.url).pathname,
  }
  return (
    await execute(composeProgram, [...composeArguments, '--env-file', nothing, ...args], options)
  ).stdout.trim()
}

export type Container = {
  id: string
  service: string
  /** `healthy`, or why not; where it has no health check, whether it runs. */
  state: string
  exitCode: number
  pid: number
}

const format = [
  '{{.Id}}',
  '{{index .Config.Labels "com.docker.compose.service"}}',
  '{{if .State.Running}}{{if .State.Health}}{{.State.Health.Status}}{{else}}running{{end}}{{else}}{{.State.Status}}{{end}}',
  '{{.State.ExitCode}}',
  '{{.State.Pid}}',
].join(' ')

/** All containers of a compose project, those that have ended too. */
export async function containersOf(project: string): Promise<Container[]> {
  const ids = await docker(
    'ps',
    '--all',
    '--quiet',
    '--filter',
    `label=com.docker.compose.project=${project}`,
  )
  if (!ids) return []
  const lines = await docker('inspect', '--format', format, ...ids.split('\n'))
  return lines.split('\n').map(line => {
    const [id = '', service = '', state = '', exitCode, pid] = line.split(' ')
    return { id, service, state, exitCode: Number(exitCode), pid: Number(pid) }
  })
}

/** All processes of a container at once, without a warning; its init ends then, and Docker starts it again. */
export const killAllIn = (id: string): Promise<string> => docker('exec', id, 'sh', '-c', 'kill -9 -1')
