import { type Customer, readSide } from '../testing/read-side.ts'

const customers: Customer[] = []
const side = await readSide()
for (let at = 0; at < 2; at++) customers.push(await side.signedIn())
afterAll(() => side.close())

test('every kind of read releases its slot: answers, refusals, pictures and downloads', async () => {
  const [customer] = customers
  const gone = '/api/objects/pictures/6f9619ff-8b86-4d01-b42d-00c04fc964ff'
  for (let turn = 0; turn < 10; turn++) {
    expect((await side.get('/api/user/data', customer)).statusCode).toBe(200)
    expect((await side.get(gone, customer)).statusCode).toBe(404)
    expect((await side.get('/api/auth/user', customer)).statusCode).toBe(200)
  }
})
