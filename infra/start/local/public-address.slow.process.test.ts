import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run, temporaryFolder, until } from '../../tests/support/run.ts'

const anna = { email: 'anna@example.com', password: 'segreta', firstName: 'Anna', lastName: 'Bianchi' }

test('the link in a letter has the chosen port', async () => {
  const dataDir = temporaryFolder()
  const started = run({ env: { DATA_DIR: dataDir, PORT: '0' } })
  const port = await started.ready
  const post = (call: string, body: object) =>
    fetch(`http://localhost:${port}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
      body: JSON.stringify(body),
    })
  expect((await post('register', anna)).status).toBe(201)
  expect((await post('password/forgot', { email: anna.email })).ok).toBe(true)
  const mail = path.join(dataDir, 'mail')
  const letters = () =>
    fs.existsSync(mail) ? fs.readdirSync(mail).filter(name => name.endsWith('.eml')) : []
  await until(() => letters().length > 0)
  const letter = fs.readFileSync(path.join(mail, letters()[0] ?? ''), 'utf8').replaceAll('=\r\n', '')
  expect(letter).toMatch(new RegExp(`http://localhost:${port}/`))
  expect(letter).not.toMatch(new RegExp(`http://localhost:(?!${port}/)`))
})

test('behind TLS every response keeps browsers on https, and an operator without trusted proxies is warned', async () => {
  const started = run({ env: { DATA_DIR: temporaryFolder(), PUBLIC_URL: 'https://bot.example' } })
  const port = await started.ready
  expect(started.output()).toMatch(/^Note: PUBLIC_URL is https, but without TRUST_PROXY /m)
  const asked = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).headers
  const [script] = /\/assets\/[^"]+\.js/.exec(await (await fetch(`http://localhost:${port}/`)).text()) ?? []
  for (const path of [
    String(script),
    '/favicon.svg',
    '/robots.txt',
    '/healthz',
    '/',
    '/nowhere',
    '/api/docs',
  ]) {
    const headers = await asked(path)
    expect.soft(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    expect.soft(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect
      .soft(headers.get('referrer-policy'), path)
      .toMatch(/^(no-referrer|strict-origin-when-cross-origin|same-origin)$/)
    expect.soft(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  }
  expect((await asked(String(script))).get('cache-control')).toContain('immutable')
  expect((await asked('/favicon.svg')).get('cache-control')).toBe('public, max-age=0')
})
