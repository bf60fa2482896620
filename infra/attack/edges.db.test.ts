import { sharedProduct } from '../tests/support/shared.ts'

const { product } = await sharedProduct()
const customer = await product.customer()
/** The last event that the product did not write by itself. */
const end = async () => (await product.recorded()).findLast(({ metadata }) => metadata.actor !== 'system')?.id

test.each<Record<string, string>>([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
  'a page of another site cannot make a browser write with %j',
  async headers => {
    const before = await end()
    for (const path of ['/api/user/progress', '/api/logout', '/api/user/erasure'])
      expect(await customer.post(path, {}, { headers }), path).toMatchObject({ status: 403 })
    expect(await customer.call('DELETE', '/api/user/sessions', undefined, { headers })).toMatchObject({
      status: 403,
    })
    expect(await end()).toBe(before)
  },
)

test.each([
  ['GET', '/api'],
  ['GET', '/api/nowhere'],
  ['GET', '/api/register'],
  ['GET', '/api/docs/static/../../../package.json'],
  ['GET', '/api/docs/static/%2e%2e%2f%2e%2e%2fpackage.json'],
] as const)('%s %s, which nobody knows, is a JSON 404', async (method, path) => {
  const answer = await product.visitor().call(method, path)
  expect(answer).toMatchObject({ status: 404, body: { message: 'Risorsa non trovata' } })
})
