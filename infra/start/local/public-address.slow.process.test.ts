import fs from 'node:fs'
import path from 'node:path'
import { callerOf } from '../../tests/journeys/caller.ts'
import { run, temporaryFolder, until } from '../../tests/support/run.ts'

const anna = { email: 'anna@example.com', password: 'segreta', firstName: 'Anna', lastName: 'Bianchi' }

test('the link in a letter has the chosen port', async () => {
  const dataDir = temporaryFolder()
  const started = run({ env: { DATA_DIR: dataDir, PORT: '0' } })
  const port = await started.ready
  const { call } = callerOf(`http://localhost:${port}`)
  expect((await call('POST', '/api/register', anna)).status).toBe(201)
  expect((await call('POST', '/api/password/forgot', { email: anna.email })).status).toBe(202)
  const mail = path.join(dataDir, 'mail')
  const letters = () =>
    fs.existsSync(mail) ? fs.readdirSync(mail).filter(name => name.endsWith('.eml')) : []
  await until(() => letters().length > 0)
  const letter = fs.readFileSync(path.join(mail, letters()[0] ?? ''), 'utf8').replaceAll('=\r\n', '')
  expect(letter).toMatch(new RegExp(`http://localhost:${port}/`))
  expect(letter).not.toMatch(new RegExp(`http://localhost:(?!${port}/)`))
})

test('behind TLS pages and calls keep browsers on https, and an operator without trusted proxies is warned', async () => {
  const started = run({ env: { DATA_DIR: temporaryFolder(), PUBLIC_URL: 'https://bot.example' } })
  const port = await started.ready
  expect(started.output()).toMatch(/^Note: PUBLIC_URL is https, but without TRUST_PROXY /m)
  for (const path of ['/', '/favicon.svg', '/nowhere', '/api/docs']) {
    const { headers } = await fetch(`http://localhost:${port}${path}`)
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  }
})
