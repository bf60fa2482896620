import { docker } from './docker.ts'

const prefix = 'listino-test-'

/** With the pid of the test process, so that runs do not share a project. */
export const projectOf = (pid: number): string => `${prefix}${pid}`

const kinds = [
  { list: ['ps', '--all'], remove: ['rm', '--force', '--volumes'] },
  { list: ['network', 'ls'], remove: ['network', 'rm'] },
  { list: ['volume', 'ls'], remove: ['volume', 'rm', '--force'] },
]

/** Removes the containers of killed runs. Docker would start them again each time it starts. */
export async function removeLeftovers(): Promise<void> {
  const projects = await Promise.all(kinds.map(({ list }) => projectsAmong(list)))
  for (const project of new Set(projects.flat().filter(isLeftOver)))
    for (const { list, remove } of kinds) {
      const ids = await docker(...list, '--quiet', '--filter', `label=com.docker.compose.project=${project}`)
      if (ids) await docker(...remove, ...ids.split('\n'))
    }
}

async function projectsAmong(list: string[]): Promise<string[]> {
  const found = await docker(...list, '--format', '{{.Label "com.docker.compose.project"}}')
  return found.split('\n')
}

function isLeftOver(project: string): boolean {
  const [, pid] = new RegExp(`^${prefix}(\\d+)$`).exec(project) ?? []
  return pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
