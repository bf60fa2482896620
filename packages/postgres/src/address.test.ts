import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { faultOf, isPostgres, parseAddress, withLogin } from './address.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'address-'))
afterAll(() => rmSync(folder, { recursive: true }))
const text = path.join(folder, 'text.pem')
writeFileSync(text, 'no certificate')

/** As psql reads them, with the same defaults. */
test.each([
  [
    'postgres://anna:segreta@db/tba',
    { host: 'db', port: 5432, user: 'anna', password: 'segreta', database: 'tba' },
  ],
  ['POSTGRESQL://anna@db:6432', { host: 'db', port: 6432, user: 'anna', password: '', database: 'anna' }],
  ['postgres://db', { host: 'db', user: userInfo().username, database: userInfo().username }],
  ['postgres://a%3Ab:s%40%2F%23%25@db/t%20b', { user: 'a:b', password: 's@/#%', database: 't b' }],
  ['postgres://anna:se@gre#ta@db/tba', { host: 'db', user: 'anna', password: 'se@gre#ta' }],
  ['postgres://anna:x@[::1]:5433/tba', { host: '::1', port: 5433 }],
  ['postgres://anna:x@[fe80::1]/tba', { host: 'fe80::1', port: 5432 }],
  ['postgres://anna:x@%2Fvar%2Frun%2Fpostgresql:5433/tba', { host: '/var/run/postgresql', port: 5433 }],
  ['postgres://anna:x@/tba?host=/var/run/postgresql', { host: '/var/run/postgresql', database: 'tba' }],
  [
    'postgres:///tba?host=/tmp&port=5433&user=anna&password=s%26t',
    { host: '/tmp', port: 5433, password: 's&t' },
  ],
  ['postgres://db/ignored?dbname=tba', { database: 'tba' }],
  ['postgres://db/tba?application_name=mine&keepalives=1&client_encoding=UTF8', { host: 'db' }],
  ['postgres://db/tba?options=-c%20work_mem%3D8MB', { options: '-c work_mem=8MB' }],
  ['postgres://db/tba?connect_timeout=7', { connectMs: 7_000 }],
  ['postgres://db/tba?connect_timeout=1', { connectMs: 2_000 }],
  ['postgres://db/tba?target_session_attrs=read-write', { target: 'read-write' }],
])('reads %s', (url, wanted) => {
  const { servers, ...address } = parseAddress(url)
  expect(isPostgres(url)).toBe(true)
  expect({ ...address, ...servers[0] }).toMatchObject(wanted)
})

test.each([
  ['postgres://one,two:6432,[::1]/tba', ['one:5432', 'two:6432', '::1:5432']],
  ['postgres://one,two/tba?port=6432', ['one:6432', 'two:6432']],
  ['postgres:///tba?host=one,two&port=1,2', ['one:1', 'two:2']],
])('%s names several hosts', (url, wanted) =>
  expect(parseAddress(url).servers.map(({ host, port }) => `${host}:${port}`)).toEqual(wanted),
)

test.each([
  ['', [false]],
  ['?sslmode=disable', [false]],
  ['?sslmode=allow', [false, { rejectUnauthorized: false }]],
  ['?sslmode=prefer', [{ rejectUnauthorized: false }, false]],
  ['?sslmode=require', [{ rejectUnauthorized: false }]],
  ['?ssl=true', [{ rejectUnauthorized: false }]],
  ['?sslmode=verify-full', [{}]],
  ['?host=/tmp&sslmode=require', [false]],
])('the TLS of postgres://db/tba%s is as in psql', (query, wanted) =>
  expect(parseAddress(`postgres://db/tba${query}`).servers.map(({ ssl }) => ssl)).toEqual(wanted),
)

const plain = 'postgres://db/tba'
const tba = 'postgres://anna:segreta@db/tba'

test.each([
  ['mysql://anna:segreta@db/tba', 'has to be a postgres address'],
  ['postgres:/anna:segreta@db/tba', 'has to be a postgres address'],
  ['anna:segreta@db', 'has to be a postgres address'],
  ['postgres://anna:segreta%zz@db/tba', 'has a % that begins no escape: write it as %25'],
  ['postgres://anna:segr/eta@db/tba', /^has a port that is no number up to 65535, or a password/],
  ['postgres://anna:segr?eta@db/tba', /^has the parameter with an odd name/],
  ['postgres://anna:segreta@db:70000/tba', /^has a port that is no number/],
  ['postgres://anna:segreta@one,two/tba?port=1,2,3', 'has to give one port, or one for each host'],
  [`${tba}?sslmode=segreta`, /^has an unknown sslmode: it has to be disable, .*verify-full$/],
  [`${tba}?sslmode=verify-ca`, 'has sslmode=verify-ca without sslrootcert'],
  [`${plain}?sslrootcert=${text}`, 'has certificates without an sslmode'],
  [`${plain}?sslmode=require&sslcert=${text}`, 'has only one of sslcert and sslkey'],
  [`${plain}?sslmode=verify-full&sslrootcert=/nowhere`, 'has an sslrootcert that cannot be read (ENOENT)'],
  [`${plain}?sslmode=require&sslcert=${text}&sslkey=/nowhere`, 'has an sslkey that cannot be read (ENOENT)'],
  [
    `${plain}?sslmode=require&sslcert=${text}&sslkey=${text}`,
    /^has an sslcert or sslkey that is no certificate/,
  ],
  [`${plain}?sslmode=require&sslrootcert=system`, 'has sslrootcert=system, which needs sslmode=verify-full'],
  [`${tba}?connect_timeout=soon`, 'has a connect_timeout that is no number of seconds'],
  [`${tba}?target_session_attrs=prefer-standby`, /^has a target_session_attrs that is none of any, /],
  [`${tba}?service=segreta`, 'has the parameter service, which is not supported'],
  [`${tba}?channel_binding=require`, 'has the parameter channel_binding, whose value is not supported'],
  [`${tba}?client_encoding=LATIN1`, /client_encoding/],
])('refuses %s without its password', (url, wanted) => {
  const fault = faultOf(url)
  expect(fault).toMatch(wanted)
  expect(fault).not.toContain('segreta')
})

test('another login keeps the hosts and the rest', () => {
  const url = 'postgresql://anna:x@[::1]:5433,two/tba?sslmode=require&user=berta&password=y'
  expect(withLogin(url, 'reader', 'a/b')).toBe('postgres://reader:a%2Fb@[::1]:5433,two/tba?sslmode=require')
})
