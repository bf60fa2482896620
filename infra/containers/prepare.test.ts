import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { productPassword } from '@tba/embedded-postgres/product-role.ts'
import { prepare } from './prepare.ts'

let dataDir = ''
let passwordFile = ''
let metricsTokenFile = ''
const prepared = () => prepare({ dataDir, passwordFile, metricsTokenFile })
beforeEach(() => {
  const volumes = mkdtempSync(path.join(tmpdir(), 'tba-prepare-'))
  onTestFinished(() => rmSync(volumes, { recursive: true }))
  dataDir = path.join(volumes, 'data')
  passwordFile = path.join(volumes, 'password', 'postgres')
  metricsTokenFile = path.join(volumes, 'metrics-token', 'token')
  for (const volume of [dataDir, path.dirname(passwordFile), path.dirname(metricsTokenFile)])
    mkdirSync(volume)
})
const all = () => [
  readFileSync(path.join(dataDir, 'database-url'), 'utf8'),
  readFileSync(passwordFile, 'utf8'),
]

test('PostgreSQL gets the superuser’s password and the services that of their role, and a second start keeps both', () => {
  prepared()
  const [address, password] = all()
  const role = `tba_product:${productPassword(password ?? '')}`
  expect(address).toBe(`postgres://${role}@postgres:5432/tba\n`)
  expect(address).not.toContain(password)
  expect(readFileSync(path.join(dataDir, 'read-database-url'), 'utf8')).toBe(
    `postgres://${role}@postgres-replica:5432/tba\n`,
  )
  expect(statSync(passwordFile).mode & 0o777).toBe(0o444)
  prepared()
  expect(all()).toEqual([address, password])
})

test('if the volume of the keys is lost, the password in the other one prevents a new key', () => {
  prepared()
  const password = readFileSync(passwordFile, 'utf8')
  rmSync(dataDir, { recursive: true })
  mkdirSync(dataDir)
  expect(prepared).toThrow(/^The key file .* is missing /)
  expect(readdirSync(dataDir)).toEqual([])
  expect(readFileSync(passwordFile, 'utf8')).toBe(password)
})

test('Prometheus gets the token of the services: a new one, or the operator’s', () => {
  const ofServices = path.join(dataDir, 'metrics-token')
  prepared()
  const token = readFileSync(metricsTokenFile, 'utf8')
  expect(token.length).toBeGreaterThanOrEqual(16)
  expect(readFileSync(ofServices, 'utf8')).toBe(token)
  expect(statSync(metricsTokenFile).mode & 0o777).toBe(0o444)
  writeFileSync(ofServices, 'chosen-by-the-operator\n')
  prepared()
  expect(readFileSync(metricsTokenFile, 'utf8')).toBe('chosen-by-the-operator')
})
