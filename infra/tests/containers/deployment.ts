import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { getContainerRuntimeClient } from 'testcontainers'
import { compose, containersOf, hasCompose } from './docker.ts'
import { edgeOf } from './edge.ts'
import { imageOf } from './images.ts'
import { projectOf, removeLeftovers } from './leftovers.ts'

/** Services that end when their work is done. */
export const oneShots = ['prepare', 'owner', 'administrator']
export const scaled = ['command-api', 'query-api', 'projector']

export const administrator = { email: 'admin@example.com', password: 'segreta-di-amministrazione' }

/** docker-compose.yml with its own project name and port, on the available images. */
export type Deployment = Awaited<ReturnType<typeof deploy>>

export async function deploy() {
  if (!hasCompose) throw new Error('there is neither docker compose nor docker-compose')
  const client = await getContainerRuntimeClient()
  await removeLeftovers()
  const project = projectOf(process.pid)
  const edge = edgeOf(process.pid)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    COMPOSE_PROJECT_NAME: project,
    NODE_IMAGE: await imageOf(client, 'NODE_IMAGE', 'local/node:24'),
    CADDY_IMAGE: await imageOf(client, 'CADDY_IMAGE', 'local/caddy:2'),
    POSTGRES_IMAGE: await imageOf(client, 'POSTGRES_IMAGE', 'local/postgres:18'),
    REDIS_IMAGE: await imageOf(client, 'REDIS_IMAGE', 'local/redis:7'),
    KURRENTDB_IMAGE: await imageOf(client, 'KURRENTDB_IMAGE', 'local/kurrentdb:26'),
    IMAGE_PREFIX: 'listino-test',
    PUBLIC_URL: url,
    HTTP_BIND: `127.0.0.1:${port}`,
    HTTPS_BIND: `127.0.0.1:${await freePort()}`,
    EDGE_SUBNET: edge.subnet,
    EDGE_RANGE: edge.range,
    GATEWAY_ADDRESS: edge.gateway,
    TRUST_PROXY: edge.gateway,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'warn',
  }
  return {
    project,
    url,
    edge,
    build: () => compose(env, 'build', '--quiet'),
    async up(instances: number) {
      const scale = scaled.flatMap(service => ['--scale', `${service}=${instances}`])
      try {
        await compose(env, 'up', '--detach', ...scale)
        await everybodyIsWell(project)
      } catch (error) {
        console.log(await compose(env, 'logs', '--no-color', '--tail', '60'))
        throw error
      }
    },
    down: (...options: string[]) => compose(env, 'down', '--timeout', '30', ...options),
    containers: () => containersOf(project),
    logs: () => compose(env, 'logs', '--no-color', '--tail', '60'),
    /** Folds the log again and compares every table. Fails if one differs. */
    verify: () => compose(env, 'run', '--rm', 'tools', 'infra/start/maintenance/verify.ts'),
  }
}

/** Every health check passes, and every one-shot service ended with success. */
async function everybodyIsWell(project: string): Promise<void> {
  await waitFor(async () =>
    expect((await containersOf(project)).filter(container => !isWell(container))).toEqual([]),
  )
}

type Looked = { service: string; state: string; exitCode: number }
export const isWell = ({ service, state, exitCode }: Looked): boolean =>
  oneShots.includes(service) ? state === 'exited' && exitCode === 0 : state === 'healthy'
