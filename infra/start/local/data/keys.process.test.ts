import fs from 'node:fs'
import path from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { openKeys } from './keys.ts'

let dataDir = ''
let file = ''
beforeEach(() => {
  dataDir = quickFolder('tba-keys-')
  file = path.join(dataDir, 'keys.json')
})

test('an installation without data gets its own secrets, all different, readable for the owner only', () => {
  const keys = openKeys(dataDir, { dataExists: false })
  expect(Object.values(keys).map(key => key.length)).toEqual(Object.keys(keys).map(() => 32))
  expect(new Set(Object.values(keys).map(key => key.toString('hex'))).size).toBe(Object.keys(keys).length)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(dataDir)).toEqual(['keys.json'])
})

test('the secrets stay the same between starts', () => {
  const first = openKeys(dataDir, { dataExists: false })
  expect(openKeys(dataDir, { dataExists: true })).toEqual(first)
  expect(openKeys(dataDir, { dataExists: false })).toEqual(first)
})

test('refuses a missing key file beside data, and creates none', () => {
  expect(() => openKeys(dataDir, { dataExists: true })).toThrow(/^The key file .* is missing /)
  expect(fs.existsSync(file)).toBe(false)
})

test.each([
  ['cut off', (text: string) => text.slice(0, 80)],
  ['without one of its keys', (text: string) => text.replace('"broker"', '"brocker"')],
  [
    'with a key of 16 bytes',
    (text: string) => text.replace(/"jwt": "[^"]+"/, `"jwt": "${'A'.repeat(22)}=="`),
  ],
])('refuses a key file that is %s and keeps it, with and without data', (_, damage) => {
  openKeys(dataDir, { dataExists: false })
  const damaged = damage(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, damaged)
  for (const dataExists of [true, false]) {
    expect(() => openKeys(dataDir, { dataExists })).toThrow(/is damaged or incomplete/)
  }
  expect(fs.readFileSync(file, 'utf8')).toBe(damaged)
})

test('closes the permissions of a restored key file', () => {
  openKeys(dataDir, { dataExists: false })
  fs.chmodSync(file, 0o644)
  openKeys(dataDir, { dataExists: true })
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})
