import path from 'node:path'
import { perFile } from '@tba/testing/per-file.ts'
import { Secret, TOTP } from 'otpauth'
import { letterTo, tokenIn } from '../support/mailbox.ts'
import { run } from '../support/run.ts'
import { toast } from './console.ts'
import { newPage, openConsole } from './device.ts'
import { startProduct } from './product.ts'
import { expectOpenToAll } from './violations.ts'

const product = await perFile(startProduct())

const [email, password] = ['analista@example.com', 'segreta-di-prova-sua']

test('an analyst is invited, accepts, adds a second factor and signs in with it', async () => {
  const administrator = await openConsole(product.url)
  await administrator.getByRole('link', { name: 'Account' }).click()
  await administrator.getByLabel('Email').fill(email)
  await administrator.getByRole('button', { name: 'Invita' }).click()
  await administrator.getByRole('cell', { name: email, exact: true }).waitFor()
  await expectOpenToAll(administrator, 'the accounts')

  const page = await newPage(product.url, 390)
  await page.goto(`/admin/invitation#${tokenIn(await letterTo(`${product.dataDir}/mail`, email))}`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  expect(page.url()).toBe(`${product.url}/admin/invitation`)
  await expectOpenToAll(page, 'the invitation')
  await page.getByRole('button', { name: 'Accetta l’invito' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('button', { name: 'Console', exact: true }).click()
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Attiva' }).click()
  await page.getByRole('img', { name: 'Codice QR' }).waitFor()
  await expectOpenToAll(page, 'the QR code')
  const secret = Secret.fromBase32((await page.locator('.account-panel code').textContent()) ?? '')
  // A step that ends meanwhile is one back, which is accepted too.
  const code = (steps: 0 | 1) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  await page.getByLabel('Codice', { exact: true }).fill(code(0))
  await page.getByRole('button', { name: 'Conferma' }).click()
  await page.locator('.recovery-codes li').nth(9).waitFor()
  await expectOpenToAll(page, 'the recovery codes')
  await page.getByRole('button', { name: 'Esci' }).click()

  async function signIn() {
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Accedi' }).click()
  }
  await signIn()
  await page.getByLabel('Codice di verifica').fill('000000')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await toast(page, 'Codice non valido').waitFor()
  await page.getByLabel('Codice di verifica').fill(code(1))
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL('**/admin/dashboard')
  expect(await page.getByRole('tab', { name: 'Impostazioni' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Esci' }).click()

  const script = path.join(import.meta.dirname, '../../start/maintenance/admin.ts')
  const reset = run({ env: product.env, command: [process.execPath, script, 'reset-totp', email] })
  expect(await reset.ended, reset.output()).toBe(0)
  expect(reset.output()).toBe(
    `The second factor of ${email} is taken off: the next sign-in asks for the password alone.\n`,
  )
  await signIn()
  await page.waitForURL('**/admin/dashboard')
})
