import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { compose, hasCompose } from './docker.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const answers = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const hasPromtool = answers('promtool', '--version')
const hasOpenSsl = answers('openssl', 'version')
if (!hasCompose) console.warn('NO COMPOSE HERE: apt-get install docker-compose. Its profiles are NOT TESTED.')
if (!hasPromtool) console.warn('NO PROMTOOL HERE: apt-get install prometheus. The alerts are NOT TESTED.')
if (!hasOpenSsl) console.warn('NO OPENSSL HERE: the certificates of the cluster are NOT TESTED.')

type Configuration = { services: Record<string, { deploy?: { replicas: number }; environment?: object }> }
const configuration = async (env: NodeJS.ProcessEnv) =>
  parseYaml(await compose(env, 'config')) as Configuration

test.skipIf(!hasCompose).each(['', 'kurrentdb', 'tools', 'cluster', 'observe', 'cluster,observe,tools'])(
  'Compose accepts docker-compose.yml with the profiles “%s”',
  async profiles =>
    expect((await configuration({ COMPOSE_PROFILES: profiles })).services).toHaveProperty('gateway'),
)

test.skipIf(!hasCompose)('the cluster has two of each service, and they read from the replica', async () => {
  const file = readFileSync(path.join(root, 'infra/containers/cluster/cluster.env'), 'utf8')
  const env = Object.fromEntries([...file.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, it]) => [name, it]))
  const { services } = await configuration(env)
  for (const name of ['command-api', 'query-api', 'projector'])
    expect(services[name]?.deploy?.replicas, name).toBe(2)
  expect(services['query-api']?.environment).toHaveProperty(
    'READ_DATABASE_URL_FILE',
    '/data/read-database-url',
  )
  for (const [, node = ''] of env.EVENTSTORE_URL?.matchAll(/(kurrentdb-\d):2113/g) ?? [])
    expect(services[node]?.environment).toHaveProperty('KURRENTDB_DEFAULT_ADMIN_PASSWORD', 'changeit')
})

test.skipIf(!hasOpenSsl)('each node of the cluster gets a verifiable certificate, once', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tba-certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [authority, nodes] = [path.join(folder, 'authority'), path.join(folder, 'nodes')]
  const make = (...hosts: string[]) => {
    execFileSync('mkdir', ['-p', authority, nodes])
    const script = path.join(root, 'infra/containers/cluster/certificates.sh')
    execFileSync('bash', [script, authority, nodes, ...hosts])
  }
  make('kurrentdb-1')
  const first = readFileSync(path.join(nodes, 'kurrentdb-1/node.crt'), 'utf8')
  make('kurrentdb-1', 'kurrentdb-2')
  expect(readFileSync(path.join(nodes, 'kurrentdb-1/node.crt'), 'utf8')).toBe(first)
  for (const host of ['kurrentdb-1', 'kurrentdb-2'])
    for (const purpose of ['sslserver', 'sslclient']) {
      const checked = ['-purpose', purpose, '-verify_hostname', host, path.join(nodes, host, 'node.crt')]
      execFileSync('openssl', [
        'verify',
        '-x509_strict',
        '-CAfile',
        path.join(authority, 'ca.crt'),
        ...checked,
      ])
    }
})

const observed = (file: string) => readFileSync(path.join(root, 'infra/containers/observe', file), 'utf8')

test.skipIf(!hasPromtool)('each alert fires for its cause only', () => {
  const cwd = path.join(root, 'infra/containers/observe')
  execFileSync('promtool', ['check', 'config', '--syntax-only', 'prometheus.yml'], { cwd })
  execFileSync('promtool', ['check', 'rules', 'rules.yml'], { cwd })
  expect(execFileSync('promtool', ['test', 'rules', 'rules.test.yml'], { cwd, encoding: 'utf8' })).toContain(
    'SUCCESS',
  )
})

test('each alert has a case in which it fires', () => {
  const cases = observed('rules.test.yml')
  const alerts = [...observed('rules.yml').matchAll(/- alert: (\w+)/g)].map(([, alert = '']) => alert)
  expect(alerts.length).toBeGreaterThan(0)
  const fires = (alert: string) => new RegExp(`[{(]alertname="${alert}"|alertname: ${alert}\\b`).test(cases)
  expect(alerts.filter(alert => !fires(alert))).toEqual([])
})

test('the page in each alert exists', () => {
  const rules = observed('rules.yml')
  const pages = [...rules.matchAll(/see: ([^#\s]+)/g)].map(([, page = '']) => page)
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.filter(page => globSync(page, { cwd: root }).length === 0)).toEqual([])
})
