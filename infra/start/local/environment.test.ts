import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ofStart, readEnvironment } from './environment.ts'

test('without settings the product uses port 3000 of this machine, and data beside the code', () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve(import.meta.dirname, '../../../.data'),
    objects: { folder: path.resolve(import.meta.dirname, '../../../.data') },
    lakeUrl: path.resolve(import.meta.dirname, '../../../.data/lake'),
    databaseUrl: undefined,
    eventStoreUrl: undefined,
    publicUrl: undefined,
    hstsSubdomains: false,
    trustProxy: undefined,
    limitScale: 1,
    adminEmail: 'admin@example.com',
    adminPassword: undefined,
    smtpUrl: undefined,
    mailFrom: 'no-reply@example.com',
    notifyEmail: undefined,
    redisUrl: undefined,
    visitsKeptDays: 90,
    analyticsMemoryMb: 512,
    logLevel: 'warn',
    metricsToken: undefined,
  })
})

test('accepts proxies by address or network, and a public address with a path', () => {
  const set = { TRUST_PROXY: '10.0.0.0/8, 127.0.0.1, fd00::/64', PUBLIC_URL: 'https://example.com/' }
  expect(readEnvironment(set)).toMatchObject({
    trustProxy: ['10.0.0.0/8', '127.0.0.1', 'fd00::/64'],
    publicUrl: 'https://example.com',
  })
})

test.each([
  [{ PORT: '3000a' }, 'PORT has to be a whole number from 0 to 65535.'],
  [{ PUBLIC_URL: 'ftp://example.com' }, 'PUBLIC_URL has to be an http or https address.'],
  [
    { TRUST_PROXY: '10.0.0.0/8, proxy' },
    'TRUST_PROXY has to list addresses or networks (10.0.0.0/8), separated by commas.',
  ],
  [{ HSTS_SUBDOMAINS: 'yes' }, 'HSTS_SUBDOMAINS has to be 0 or 1.'],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, 'TRUST_PROXY has to list'],
  [{ LIMIT_SCALE: '0' }, 'LIMIT_SCALE has to be a number greater than zero.'],
  [{ DATABASE_URL: 'mysql://db/tba' }, 'DATABASE_URL has to be a postgres address.'],
  [{ EVENTSTORE_URL: 'mysql://db/tba' }, 'EVENTSTORE_URL has to be a postgres, esdb or kurrentdb address.'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL has to be an e-mail address.'],
  [{ ADMIN_PASSWORD: 'elevenchars' }, 'ADMIN_PASSWORD has to have 12 to 255 characters.'],
  [{ SMTP_URL: 'mail.example.com:25' }, 'SMTP_URL has to be an smtp or smtps address.'],
  [{ MAIL_FROM: 'Listino' }, 'MAIL_FROM has to be an e-mail address.'],
  [{ NOTIFY_EMAIL: 'a@b, c@d' }, 'NOTIFY_EMAIL has to be an e-mail address.'],
  [{ S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT has to be an http or https address.'],
  [{ REDIS_URL: 'http://localhost:6379' }, 'REDIS_URL has to be a redis or rediss address.'],
  [
    { PORT: 'x', LIMIT_SCALE: 'y' },
    'PORT has to be a whole number from 0 to 65535; LIMIT_SCALE has to be a number greater than zero.',
  ],
])('refuses the setting %j in one sentence', (env, sentence) =>
  expect(() => readEnvironment(env)).toThrow(sentence),
)

test('the page on deploying lists exactly these variables', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/deploying.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (`[A-Z0-9_`, ]+`) \|/gm)].flatMap(([, names = '']) =>
    names.replaceAll('`', '').split(', '),
  )
  expect(rows.sort()).toEqual(Object.keys(ofStart).sort())
})
