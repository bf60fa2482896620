import { openObjectsInS3 } from '@tba/runtime/storage/objects-in-s3.ts'
import { s3Server } from '@tba/testing/s3-server.ts'
import { mailbox } from '../support/mailbox.ts'
import { choose, picture, picturesOf, send, uploadAddress, uploadedBy } from '../support/pictures.ts'
import { openProduct, password } from '../support/product.ts'

/** A product with its pictures in S3, and a customer. */
async function withS3() {
  const server = await s3Server()
  // Short on purpose: a test waits for it.
  const objects = await openObjectsInS3({ ...server.settings, timeoutMs: 5_000 }, { warn() {} })
  const mail = await mailbox()
  const { reconcileEveryMs = 100 } = mail.jobs
  const product = await openProduct({ objects, jobs: { ...mail.jobs, reconcileEveryMs, retryMs: 20 } })
  onTestFinished(() => product[Symbol.asyncDispose]())
  const customer = await product.customer()
  const accountId = await product.newestAccount()
  const pictures = () => picturesOf(product, accountId)
  return { server, product, customer, pictures }
}

test('while S3 does not answer, uploads and pictures get 503; later the same address accepts the upload', async () => {
  const { server, customer } = await withS3()
  const shown = await choose(customer, await uploadedBy(customer))
  expect((await customer.get(shown)).status).toBe(200)

  const [second, drawn] = [await uploadAddress(customer), await picture()]
  server.setHandler(() => {})
  const message = 'Servizio momentaneamente non disponibile. Riprova tra poco.'
  const startedMs = performance.now()
  expect(await send(customer, second, drawn)).toMatchObject({ status: 503, body: { message } })
  expect(await customer.get(shown)).toMatchObject({ status: 503, body: { message } })
  // Short on purpose: a browser gives up after a minute.
  expect(performance.now() - startedMs).toBeLessThan(60_000)
  // A picture that was not stored cannot be chosen.
  expect((await customer.put('/api/user/profile-image', { imageUrl: second })).status).toBe(400)
  expect((await customer.get('/api/auth/user')).status).toBe(200)

  server.setHandler()
  expect((await send(customer, second, drawn)).status).toBe(200)
  expect((await send(customer, second, drawn)).status).toBe(403)
})

test('a person erased while S3 does not answer has no picture there after S3 answers again', async () => {
  const { server, product, customer, pictures } = await withS3()
  await choose(customer, await uploadedBy(customer))
  server.setHandler((_, response) => response.writeHead(503).end())
  expect((await customer.post('/api/user/erasure', { password })).status).toBe(200)
  const open = `select from vault.person_keys where wrapped is not null`
  expect(await product.query(open)).not.toEqual([])
  server.setHandler()
  await expect.poll(pictures).toEqual([])
  await expect.poll(() => product.query(open)).toEqual([])
})
