import {
  type ContainerRuntimeClient,
  GenericContainer,
  type StartedTestContainer,
  Wait,
} from 'testcontainers'
import { imageOf, isAtHand } from './images.ts'

const startupMs = 120_000
const say = (line: string) => console.log(`containers: ${line}`)

/** Starts the servers and returns their environment variables. `opened` stops them. */
export async function startServers(client: ContainerRuntimeClient, opened: AsyncDisposableStack) {
  const startServer = async (name: string, container: GenericContainer) => {
    const startedMs = performance.now()
    const server = await container.withStartupTimeout(startupMs).start()
    opened.defer(async () => void (await server.stop()))
    say(`${name} answers after ${Math.round(performance.now() - startedMs)} ms.`)
    return server
  }
  const [postgres, redis, kurrentdb] = await Promise.all([
    startServer('PostgreSQL', await postgresIn(client)),
    startServer('Redis', await redisIn(client)),
    kurrentDbIn(client).then(container => container && startServer('KurrentDB', container)),
  ])
  return {
    TEST_DATABASE_URL: `postgres://tba:tba@${at(postgres, 5432)}/postgres`,
    TEST_REDIS_URL: `redis://${at(redis, 6379)}`,
    ...(kurrentdb && { EVENTSTORE_URL: `esdb://${at(kurrentdb, 2113)}?tls=false` }),
  }
}

const at = (server: StartedTestContainer, port: number) => `${server.getHost()}:${server.getMappedPort(port)}`

async function postgresIn(client: ContainerRuntimeClient): Promise<GenericContainer> {
  return new GenericContainer(await imageOf(client, 'POSTGRES_IMAGE', 'local/postgres:18'))
    .withEnvironment({
      POSTGRES_USER: 'tba',
      POSTGRES_PASSWORD: 'tba',
      // The same as in docker-compose.yml.
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --no-locale --locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withCommand(['postgres', '-c', 'max_connections=200'])
    .withExposedPorts(5432)
    .withHealthCheck({
      test: ['CMD', 'pg_isready', '--quiet', '--host=127.0.0.1', '--username=tba'],
      interval: 500,
      // Short on purpose: it is tried again.
      timeout: 5_000,
      retries: 240,
    })
    .withWaitStrategy(Wait.forHealthCheck())
}

async function redisIn(client: ContainerRuntimeClient): Promise<GenericContainer> {
  return new GenericContainer(await imageOf(client, 'REDIS_IMAGE', 'local/redis:7'))
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
}

/** Only if this machine has the image, which is large. Otherwise the tests use an emulator. */
async function kurrentDbIn(client: ContainerRuntimeClient): Promise<GenericContainer | null> {
  const image = await imageOf(client, 'KURRENTDB_IMAGE', 'local/kurrentdb:26')
  if (!(await isAtHand(client, image))) {
    say(`there is no image ${image}: THE CONTRACT RUNS ON THE EMULATOR of EventStoreDB, not on a real one.`)
    return null
  }
  return new GenericContainer(image)
    .withEnvironment({
      KURRENTDB_INSECURE: 'true',
      KURRENTDB_CLUSTER_SIZE: '1',
      KURRENTDB_RUN_PROJECTIONS: 'None',
      KURRENTDB_TELEMETRY_OPTOUT: 'true',
    })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
}
