import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProduct, password, type TestedProduct } from '../support/product.ts'
import type { Visitor } from '../support/visitor.ts'

let product: TestedProduct
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product[Symbol.asyncDispose]())

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#0e6b4f' } })
    .png()
    .toBuffer()

async function uploadAddress(customer: Visitor): Promise<string> {
  const { body } = await customer.post('/api/objects/upload')
  const { pathname, search } = new URL((body as { uploadURL: string }).uploadURL)
  return pathname + search
}

function picturesOf(accountId: string): string[] {
  const folder = path.join(product.picturesFolder, accountId)
  return existsSync(folder) ? readdirSync(folder) : []
}

test('an upload that is still under way when the account is erased leaves nothing behind', async () => {
  const customer = await product.customer()
  const accountId = await product.newestAccount()
  const [url, raw] = [await uploadAddress(customer), await picture()]
  expect((await customer.post('/api/user/erasure', { password })).status).toBe(200)
  expect(await product.visitor().put(url, undefined, { raw })).toMatchObject({
    status: 403,
    body: { message: 'Indirizzo di caricamento non valido, già usato o scaduto' },
  })
  expect(picturesOf(accountId)).toEqual([])
})
