import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { makeFolder } from '@tba/runtime/disk.ts'

type Gateway = {
  folder: string
  host: string
  port: number
  healthPort: number
  publicUrl: string
  /** Trusted proxies before it. */
  trustedProxies: readonly string[]
  /** The addresses of the instances of each service. */
  instances: Record<string, readonly string[]>
}

const containers = path.resolve(import.meta.dirname, '../../containers')
const pages = path.resolve(import.meta.dirname, '../../../web/dist')

/** Docker's name server knows which instances run. Here the gateway checks their health. */
const healthChecks = '\thealth_uri /healthz\n\thealth_interval 500ms\n\thealth_timeout 5s\n'

/** Throws StartRefusal if this machine has no Caddy. */
export function refuseNoCaddy(): void {
  if (spawnSync('caddy', ['version']).status !== 0)
    throw new StartRefusal(
      'The gateway needs Caddy, which is not installed: apt-get install caddy, or brew install caddy.',
    )
}

/** Writes the environment of the containers' Caddyfile for this machine. @returns how to start it */
export function prepareGateway({ folder, instances, publicUrl, ...options }: Gateway): () => ChildProcess {
  makeFolder(folder)
  copyFileSync(path.join(containers, 'Caddyfile'), path.join(folder, 'Caddyfile'))
  const ofPages = execFileSync(process.execPath, [path.join(containers, 'pages-config.mjs'), pages], {
    env: { ...process.env, PUBLIC_URL: publicUrl },
  })
  writeFileSync(path.join(folder, 'pages.caddy'), ofPages)
  const snippets = Object.entries(instances).map(
    ([name, at]) => `(${name}) {\n\tto ${at.join(' ')}\n${healthChecks}}\n`,
  )
  writeFileSync(path.join(folder, 'instances.caddy'), snippets.join('\n'))

  const env = {
    PATH: process.env.PATH,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE_ADDRESS: `:${options.port}`,
    GATEWAY_HOST: options.host,
    GATEWAY_PAGES: pages,
    GATEWAY_TRUSTS: options.trustedProxies.join(' '),
    GATEWAY_LOG_LEVEL: 'ERROR',
    GATEWAY_HEALTH_PORT: `${options.healthPort}`,
  }
  // Linux ends it with this process, also after a kill.
  const withParent = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'TERM'] : []
  const [program = '', ...args] = [...withParent, 'caddy', 'run', '--config', path.join(folder, 'Caddyfile')]
  return () => spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
