import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, type ReadSide, readSide } from './testing/read-side.ts'

let side: ReadSide
const customers: Customer[] = []
beforeAll(async () => {
  side = await readSide()
  for (let at = 0; at < 2; at++) customers.push(await side.signedIn())
})
afterAll(() => side.close())

test('a customer who reads 600 times at once waits behind themselves, and a stranger behind none of it', async () => {
  const [crowd, stranger] = customers
  // So that nobody waits for a connection to be opened.
  await Promise.all(Array.from({ length: 8 }, (_, at) => side.get('/api/user/profile', customers[at % 2])))
  const answered: string[] = []
  const ask = async (who: string, customer?: Customer) => {
    const answer = await side.get('/api/user/profile', customer)
    answered.push(`${who} ${answer.statusCode}`)
    return answer
  }
  const flood = Array.from({ length: 600 }, () => ask('crowd', crowd))
  const read = ask('stranger', stranger)
  const answers = await Promise.all(flood)
  await read
  const served = answered.filter(line => !line.endsWith('503'))
  // While the stranger's is read, the crowd's four places go on; all of them together would be 600.
  expect(served.indexOf('stranger 200')).toBeLessThan(100)
  // Four places and a queue of 500; on a busy machine some wait too long.
  expect(served.filter(line => line === 'crowd 200').length).toBeLessThanOrEqual(504)
  const refused = answers.find(answer => answer.statusCode === 503)
  expect([refused?.headers['retry-after'], refused?.json()]).toEqual([
    '2',
    { message: 'Servizio momentaneamente non disponibile. Riprova tra poco.' },
  ])
})

test('every way to ask gives its place back: answers, refusals, bare heads, pictures and downloads', async () => {
  const [customer] = customers
  const gone = '/api/objects/pictures/6f9619ff-8b86-4d01-b42d-00c04fc964ff'
  for (let turn = 0; turn < 10; turn++) {
    expect((await side.get('/api/user/data', customer)).statusCode).toBe(200)
    expect((await side.get(gone, customer)).statusCode).toBe(404)
    const head = {
      method: 'HEAD',
      url: '/api/auth/user',
      headers: { cookie: customer?.cookie ?? '' },
    } as const
    expect((await side.app.inject(head)).statusCode).toBe(200)
  }
})
