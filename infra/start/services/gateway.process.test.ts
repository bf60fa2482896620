import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { hasCaddy } from '../../tests/support/has-caddy.ts'
import { temporaryFolder } from '../../tests/support/run.ts'
import { ownAddress } from '../local/page-addresses.ts'
import { prepareGateway } from './gateway.ts'
import { waitUntilReady } from './processes.ts'

async function instance() {
  const server = createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(end)
  return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}

async function gatewayTo(instances: Record<string, string[]>): Promise<string> {
  const [port, healthPort] = [await freePort(), await freePort()]
  const options = { folder: temporaryFolder(), host: '127.0.0.1', port, healthPort }
  const child = prepareGateway({ ...options, publicUrl: 'http://localhost', trustedProxies: [], instances })()
  onTestFinished(() => void child.kill())
  await waitUntilReady(child, { name: 'gateway', url: `http://127.0.0.1:${healthPort}/healthz` })
  return `http://127.0.0.1:${port}`
}

async function statuses(count: number, call: () => Promise<Response>): Promise<number[]> {
  const found = []
  for (let number = 0; number < count; number++) found.push((await call()).status)
  return found
}

test.skipIf(!hasCaddy)('an ended instance fails no read, and only the writes that it received', async () => {
  const [first, second] = [await instance(), await instance()]
  const both = [first.at, second.at]
  const url = await gatewayTo({ 'command-api': both, 'query-api': both })
  const read = () => fetch(`${url}/api/user/progress`)
  const write = () => fetch(`${url}/api/leads`, { method: 'POST', body: '{}' })
  expect(await statuses(4, write)).toEqual([200, 200, 200, 200])
  first.end()
  const written = await statuses(12, write)
  expect(written.filter(status => status !== 200 && status !== 502)).toEqual([])
  expect(written).toContain(200)
  expect(await statuses(8, read)).toEqual(Array(8).fill(200))
  // The gateway has noticed the ended instance.
  await expect.poll(() => statuses(8, write)).toEqual(Array(8).fill(200))
})

test.skipIf(!hasCaddy)('each spelling of each address leads to the page that npm start answers', async () => {
  const url = await gatewayTo({ 'command-api': ['127.0.0.1:9'], 'query-api': ['127.0.0.1:9'] })
  const dist = path.resolve(import.meta.dirname, '../../../web/dist')
  const pages = Object.keys(JSON.parse(readFileSync(path.join(dist, 'pages.json'), 'utf8')))
  const ids = ['Ab-1', 'a%2Fb', 'a%20b%3Fc', 'a%0D%0AX-y:%201', 'perch%C3%A9']
  const addresses = pages.flatMap(page =>
    page.includes(':') ? ids.map(id => page.replace(/:[a-z]+/gi, id)) : [page],
  )
  const capitals = (address: string) => address.replace(/^(\/[^/]+){1,2}/, start => start.toUpperCase())
  const spellings = addresses
    .flatMap(own => [own, `${own}/`, `${own}//`, capitals(own), `${capitals(own)}/`])
    .flatMap(spelt => [spelt, `${spelt}?a=B%20c&d=%2F?{env.PATH}`, `${spelt}?`])
  const wrong = []
  for (const asked of spellings) {
    const answer = await fetch(url + asked, { redirect: 'manual' })
    await answer.arrayBuffer()
    const own = ownAddress(new URL(url + asked).href.slice(url.length), pages)
    const expected = own === null ? '200 null' : `301 ${own}`
    const found = `${answer.status} ${answer.headers.get('location')}`
    if (found !== expected) wrong.push(`${asked}: ${found}, not ${expected}`)
  }
  expect(wrong).toEqual([])
  for (const unknown of ['/nowhere/', '/auth/x', '//evil.example/', '/admin/customers/a/b'])
    expect((await fetch(url + unknown)).status).toBe(404)
})
