import { perFile } from '@tba/testing/per-file.ts'
import { startProduct } from '../tests/journeys/product.ts'
import { newcomer } from '../tests/support/product.ts'
import { callFrom, floods } from './floods.ts'

const product = await perFile(startProduct())
const port = Number(new URL(product.url).port)
const { cookie: session } = await callFrom('127.0.3.1', port, {
  method: 'POST',
  path: '/api/register',
  body: JSON.stringify(newcomer('onesta@example.com')),
})
/** What an honest customer does meanwhile, in turns. */
const honest = [
  { path: '/api/auth/user', headers: { cookie: session } },
  { method: 'PUT', path: '/api/user/profile', headers: { cookie: session }, body: '{"bio":"Sempre qui"}' },
  { path: '/' },
]
const rounds = 8

test.each(Object.entries(floods))('beside %s, an honest customer is always answered', async (kind, flood) => {
  const stopping = new AbortController()
  const flooding = flood(port, stopping.signal)
  const answers = []
  for (let round = 0; round < rounds; round++)
    for (const call of honest) answers.push(await callFrom('127.0.3.1', port, call))
  stopping.abort()
  await flooding
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)
  process.stderr.write(`${kind}: median ${at(0.5)} ms, slowest ${at(1)} ms\n`)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
