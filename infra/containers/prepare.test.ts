import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { prepare } from './prepare.ts'

let dataDir = ''
let passwordFile = ''
beforeEach(() => {
  const volumes = mkdtempSync(path.join(tmpdir(), 'tba-prepare-'))
  onTestFinished(() => rmSync(volumes, { recursive: true }))
  dataDir = path.join(volumes, 'data')
  passwordFile = path.join(volumes, 'password', 'postgres')
  for (const volume of [dataDir, path.dirname(passwordFile)]) mkdirSync(volume)
})
const all = () => [
  readFileSync(path.join(dataDir, 'database-url'), 'utf8'),
  readFileSync(passwordFile, 'utf8'),
]

test('the services and PostgreSQL get the same password, which a second start leaves as it is', () => {
  prepare({ dataDir, passwordFile })
  const [address, password] = all()
  expect(address).toBe(`postgres://tba:${password}@postgres:5432/tba\n`)
  expect(statSync(passwordFile).mode & 0o777).toBe(0o444)
  prepare({ dataDir, passwordFile })
  expect(all()).toEqual([address, password])
})

test('where the volume of the keys is lost, the password in another says that there are data: no key is made', () => {
  prepare({ dataDir, passwordFile })
  const password = readFileSync(passwordFile, 'utf8')
  rmSync(dataDir, { recursive: true })
  mkdirSync(dataDir)
  expect(() => prepare({ dataDir, passwordFile })).toThrow(/^The key file .* is missing /)
  expect(readdirSync(dataDir)).toEqual([])
  expect(readFileSync(passwordFile, 'utf8')).toBe(password)
})
