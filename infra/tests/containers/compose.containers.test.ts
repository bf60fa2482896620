import { openBrowser, openContext } from '../journeys/browser.ts'
import {
  activateProfessional,
  completeEveryStep,
  expectPercent,
  register,
  signIn,
} from '../journeys/customer-steps.ts'
import { expectNothingLost, startLoad } from '../support/load.ts'
import { administrator, type Deployment, deploy, isWell, oneShots, scaled } from './deployment.ts'
import { docker, killAllIn } from './docker.ts'

const megabyte = 1_000_000
const anna = { email: 'anna@example.com', password: 'segreta-di-prova' }

let deployment: Deployment
beforeAll(async () => {
  deployment = await deploy()
  await deployment.build()
  await deployment.up(1)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await deployment.logs())
})
afterAll(async () => {
  await deployment?.down('--volumes', '--remove-orphans')
})

const format = '{{json .NetworkSettings.Networks}}'
const containerOf = async (name: string) =>
  (await deployment.containers()).find(({ service }) => service === name)?.id ?? ''
const running = async () =>
  (await deployment.containers()).filter(({ service }) => !oneShots.includes(service))

test('no container runs as root or can write to its image or gain a right, and no service image is larger than 400 MB', async () => {
  for (const { id, service } of await running()) {
    expect(await docker('exec', id, 'id', '-u'), service).not.toBe('0')
    expect(await docker('inspect', '--format', '{{.HostConfig.ReadonlyRootfs}}', id), service).toBe('true')
    const protection = '{{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}'
    expect(await docker('inspect', '--format', protection, id), service).toBe(
      '[ALL] [no-new-privileges:true]',
    )
    // What is left of root's capabilities: only the gateway has one, to bind its ports.
    const bounding = /CapBnd:\s*(\w+)/.exec(await docker('exec', id, 'cat', '/proc/1/status'))?.[1]
    expect(Number.parseInt(bounding ?? '', 16), service).toBe(service === 'gateway' ? 1 << 10 : 0)
    if (!scaled.includes(service)) continue
    const image = await docker('inspect', '--format', '{{.Image}}', id)
    const size = Number(await docker('image', 'inspect', '--format', '{{.Size}}', image)) / megabyte
    expect(size, `${service} in MB`).toBeLessThanOrEqual(400)
  }
})

test('a customer registers, activates a plan and completes the setup through the gateway', async () => {
  const browser = await openBrowser()
  try {
    const { context, faults } = await openContext(browser, deployment.url)
    const page = await context.newPage()
    await register(page, anna)
    await activateProfessional(page)
    await completeEveryStep(page)
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

test('services take the client’s address only from the gateway', async () => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }
  const body = JSON.stringify(anna)
  const signedIn = await fetch(`${deployment.url}/api/login`, { method: 'POST', headers, body })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers.getSetCookie().map(header => header.split(';', 1)[0])
  const sessions = await fetch(`${deployment.url}/api/user/sessions`, {
    headers: { cookie: cookie.join('; ') },
  })
  const text = await sessions.text()
  // Docker's own address in the outer network: this machine's requests come from it.
  const networks = JSON.parse(await docker('inspect', '--format', format, await containerOf('gateway')))
  const outer = Object.keys(networks).find(name => name.endsWith('_outer')) ?? ''
  const part = networks[outer].Gateway.split('.').slice(0, 3).join('.')
  expect(text).toContain(`"address":"${part}.`)
  expect(text).not.toContain(`"${deployment.edge.ofGateway}.`)
  expect(text).not.toContain('203.0.113')
})

test('the services behind the gateway cannot reach the internet', async () => {
  for (const service of ['command-api', 'query-api']) {
    const networks = await docker('inspect', '--format', format, await containerOf(service))
    for (const name of Object.keys(JSON.parse(networks)))
      expect(await docker('network', 'inspect', '--format', '{{.Internal}}', name), name).toBe('true')
  }
})

test('the administrator of .env signs in', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(administrator)
  const answer = await fetch(`${deployment.url}/api/admin/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
})

test('after down and up, with two of each service, all data are still there', async () => {
  await deployment.down()
  expect(await deployment.containers()).toEqual([])
  await deployment.up(2)
  const browser = await openBrowser()
  try {
    const { context } = await openContext(browser, deployment.url)
    const page = await context.newPage()
    await signIn(page, anna)
    await expectPercent(page, 100)
  } finally {
    await browser.close()
  }
})

test('kill -9 of each container in turn, under load, loses and doubles no acknowledged write', async () => {
  const load = await startLoad(deployment.url, 12)
  const gapsMs: Record<string, number> = {}
  for (const { id, service } of await running()) {
    load.longestGapMs()
    const before = load.acknowledged()
    await killAllIn(id).catch(() => undefined)
    await expect.poll(() => restarted(id)).toBe(true)
    await expect.poll(() => load.acknowledged() - before).toBeGreaterThan(50)
    gapsMs[service] = Math.max(gapsMs[service] ?? 0, Math.round(load.longestGapMs()))
  }
  const customers = await load.stop()
  console.log(
    `${load.acknowledged()} acknowledged; longest without an answer, in ms: ${JSON.stringify(gapsMs)}`,
  )
  for (const service of scaled)
    expect(gapsMs[service], `${service} killed, its twin running`).toBeLessThan(15_000)
  await expectNothingLost(deployment.url, customers)
  // Fails if a table differs.
  expect(await deployment.verify()).toMatch(/same\s+credentials/)
})

async function restarted(id: string): Promise<boolean> {
  const count = await docker('inspect', '--format', '{{.RestartCount}}', id)
  const container = (await deployment.containers()).find(one => one.id === id)
  return Number(count) > 0 && container !== undefined && isWell(container)
}
