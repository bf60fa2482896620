import { once } from 'node:events'
import { request } from 'node:http'
import { pathOf, picture, picturesOf, uploadAddress } from '../tests/support/pictures.ts'
import { password } from '../tests/support/product.ts'
import { listening, sharedProduct } from '../tests/support/shared.ts'

const { product } = await sharedProduct()
const port = await listening(product)

test('an upload that still runs when the account is erased leaves nothing behind', async () => {
  const customer = await product.customer()
  const accountId = await product.newestAccount()
  const [url, raw] = [pathOf(await uploadAddress(customer)), await picture()]
  expect((await customer.post('/api/user/erasure', { password })).status).toBe(200)
  expect(await product.visitor().put(url, undefined, { raw })).toMatchObject({
    status: 403,
    body: { message: 'Indirizzo di caricamento non valido, già usato o scaduto' },
  })
  expect(await picturesOf(product, accountId)).toEqual([])
})

/** An upload that has sent its head and all bytes but the last. */
async function startUpload(url: string, bytes: Buffer) {
  const call = request({ port, method: 'PUT', path: url, headers: { 'content-length': bytes.length } })
  call.on('error', () => {})
  const answered = once(call, 'response')
  answered.catch(() => {})
  call.write(bytes.subarray(0, -1))
  const reserved = `select from command.upload_tickets where id = $1 and reserved_until > now()`
  await expect.poll(() => product.query(reserved, [ticketOf(url)])).toHaveLength(1)
  return {
    hangUp: () => call.destroy(),
    async end() {
      call.end(bytes.subarray(-1))
      return (await answered)[0].statusCode
    },
  }
}

const ticketOf = (url: string) => /uploads\/([0-9a-f-]{36})/.exec(url)?.[1]
const sent = async (url: string, raw: Buffer) => (await product.visitor().put(url, undefined, { raw })).status

test('an upload address that receives a body refuses a second one', async () => {
  const customer = await product.customer()
  const [url, raw] = [pathOf(await uploadAddress(customer)), await picture()]
  const first = await startUpload(url, raw)
  // Refused by its head: it sends no byte of its body.
  const second = request({ port, method: 'PUT', path: url, headers: { 'content-length': raw.length } })
  second.on('error', () => {})
  second.flushHeaders()
  const [refusal] = await once(second, 'response')
  expect(refusal.statusCode).toBe(403)
  second.destroy()
  expect(await first.end()).toBe(200)
  expect(await sent(url, raw)).toBe(403)
})

test('an upload that was interrupted or is not a picture can be repeated at the same address', async () => {
  const customer = await product.customer()
  const [url, raw] = [pathOf(await uploadAddress(customer)), await picture()]
  const broken = await startUpload(url, raw)
  broken.hangUp()
  // The address stays in use until the server notices the lost connection.
  await expect.poll(() => sent(url, Buffer.from('no picture'))).toBe(415)
  expect(await sent(url, raw)).toBe(200)
})

test('an upload address accepts at most five attempts', async () => {
  const url = pathOf(await uploadAddress(await product.customer()))
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push(await sent(url, Buffer.from('no picture')))
  expect(statuses).toEqual([415, 415, 415, 415, 415, 403])
})
