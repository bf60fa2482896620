import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { readServiceEnvironment, readVariables, variables } from './environment.ts'
import { newSecrets } from './secrets.ts'

const folder = quickFolder('environment-')
const SECRETS_FILE = join(folder, 'secrets.json')
writeFileSync(SECRETS_FILE, newSecrets())

const given = {
  PORT: '8080',
  DATABASE_URL: 'postgres://user:hush@db/tba',
  PUBLIC_URL: 'https://bot.example/',
  SECRETS_FILE,
  OBJECTS_FOLDER: '/objects',
  S3_BUCKET: 'listino',
  TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
}

test('reads what a service needs, with defaults for the rest', () => {
  const { secrets, rereadSecrets, ...read } = readServiceEnvironment(given)
  expect(read).toEqual({
    port: 8080,
    host: '0.0.0.0',
    connectionString: 'postgres://user:hush@db/tba',
    eventStoreUrl: 'postgres://user:hush@db/tba',
    publicUrl: 'https://bot.example',
    hstsSubdomains: false,
    objects: { folder: '/objects', bucket: 'listino' },
    lettersFolder: join(folder, 'mail'),
    limitScale: 1,
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    metricsToken: undefined,
    logLevel: 'info',
  })
  expect(secrets.jwt).toHaveLength(32)
  expect(rereadSecrets()).toEqual(secrets)
})

test('the log may have another address than the tables', () => {
  const EVENTSTORE_URL = 'postgres://user:hush@log/tba'
  expect(readServiceEnvironment({ ...given, EVENTSTORE_URL })).toMatchObject({
    connectionString: given.DATABASE_URL,
    eventStoreUrl: EVENTSTORE_URL,
  })
  const cluster = 'esdb://user:hush@one:2113,two:2113?tls=true'
  expect(readServiceEnvironment({ ...given, EVENTSTORE_URL: cluster }).eventStoreUrl).toBe(cluster)
  expect(() => readServiceEnvironment({ ...given, EVENTSTORE_URL: 'mysql://log' })).toThrow(/EVENTSTORE_URL/)
})

test('names every missing or wrong variable at once, and shows no value', () => {
  const wrong = { ...given, PORT: 'eighty', DATABASE_URL: 'mysql://user:hush@db', PUBLIC_URL: '' }
  expect(() => readServiceEnvironment(wrong)).toThrow(
    'PORT has to be a whole number from 0 to 65535; DATABASE_URL has to be a postgres address; PUBLIC_URL is missing.',
  )
  expect(() => readServiceEnvironment(wrong)).not.toThrow(/hush/)
})

test('treats an empty variable as absent', () => {
  const empty = { PORT: ' ', SMTP_URL: '', MAIL_FROM: ' ' }
  const { PORT, SMTP_URL, MAIL_FROM } = variables
  expect(() => readVariables({ PORT }, empty)).toThrow('PORT is missing.')
  expect(readVariables({ SMTP_URL, MAIL_FROM }, empty)).toEqual({ MAIL_FROM: 'no-reply@example.com' })
})

test('reads a secret from the file that NAME_FILE names', () => {
  const file = join(folder, 'database-url')
  writeFileSync(file, `${given.DATABASE_URL}\n`)
  const { DATABASE_URL: _, ...others } = given
  const read = readServiceEnvironment({ ...others, DATABASE_URL_FILE: file })
  expect(read.connectionString).toBe(given.DATABASE_URL)
})

test('names a file that cannot be read, and a variable that is set twice', () => {
  const DATABASE_URL_FILE = join(folder, 'nowhere')
  const { DATABASE_URL: _, ...others } = given
  expect(() => readServiceEnvironment({ ...others, DATABASE_URL_FILE })).toThrow(
    'the file of DATABASE_URL_FILE cannot be read (ENOENT)',
  )
  expect(() => readServiceEnvironment({ ...given, DATABASE_URL_FILE })).toThrow(
    'both DATABASE_URL and DATABASE_URL_FILE are in the environment: give one',
  )
})
