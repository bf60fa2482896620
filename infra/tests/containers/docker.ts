import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const longest = { timeout: 600_000, maxBuffer: 64 * 1024 * 1024 }

const [composeProgram = '', ...composeArguments] =
  spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']

export const hasCompose = spawnSync(composeProgram, [...composeArguments, 'version']).status === 0

export async function docker(...args: string[]): Promise<string> {
  return (await execute('docker', args, longest)).stdout.trim()
}

const nothing = new URL('nothing.env', import.meta.url).pathname

/** Compose for this checkout, with the program that is installed and without another .env. */
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
  /** `healthy`, or the reason why not. Without a health check: whether it runs. */
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

/** Kills all processes of a container without a warning. Its init ends too, and Docker starts it again. */
export const killAllIn = (id: string): Promise<string> => docker('exec', id, 'sh', '-c', 'kill -9 -1')
