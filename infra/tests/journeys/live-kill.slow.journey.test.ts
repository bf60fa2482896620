import { expect, test } from 'vitest'
import { run, temporaryFolder } from '../support/run.ts'
import { choosePlan, register } from './customer.ts'
import { device } from './device.ts'

test('a server that was killed is told, and what happened meanwhile shows once it is back', async () => {
  const folder = temporaryFolder()
  const first = run({ env: { DATA_DIR: folder } })
  const port = await first.ready
  const context = await device(`http://localhost:${port}`)
  await register(context, 'lia@example.com')
  await choosePlan(context)
  const page = await context.newPage()
  const streaming = page.waitForRequest(request => request.url().includes('/api/user/live'))
  await page.goto('/dashboard')
  await page.getByText('Progresso Configurazione').waitFor()
  await streaming
  first.child.kill('SIGKILL')
  await first.ended
  await page.getByText('Connessione con il server persa').waitFor()
  await run({ env: { DATA_DIR: folder, PORT: String(port) } }).ready
  expect(
    (await context.request.put('/api/user/progress', { data: { step1_broker_account: true } })).status(),
  ).toBe(200)
  await page.getByText('25% completato').waitFor()
  await page.getByText('Connessione con il server persa').waitFor({ state: 'hidden' })
})
