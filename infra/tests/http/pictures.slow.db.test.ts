import sharp from 'sharp'
import {
  choose,
  drawing,
  pathOf,
  picture,
  picturesOf,
  send,
  uploadAddress,
  uploadedBy,
} from '../support/pictures.ts'
import { sharedProduct } from '../support/shared.ts'

const { product } = await sharedProduct()
const someone = await product.customer()

const maxBytes = 5_242_880
describe('a picture', () => {
  test('is uploaded, re-encoded without its metadata, and shown on the profile', async () => {
    const customer = await product.customer()
    const photo = await drawing()
      .withExif({ IFD0: { Copyright: 'Anna Bianchi, via Roma 1' } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('via Roma 1')).toBe(true)
    const uploadURL = await uploadAddress(customer)
    const sent = await send(customer, uploadURL, photo, 'image/jpeg')
    expect(sent).toMatchObject({ status: 200, body: { ok: true } })
    const profileImageUrl = await choose(customer, uploadURL)
    expect((await customer.get('/api/auth/user')).body).toMatchObject({ profileImageUrl })

    const shown = await product.app.inject({
      url: profileImageUrl,
      headers: { cookie: [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload.includes('via Roma 1')).toBe(false)
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })

  test('a new one also replaces the old one in the storage', async () => {
    const customer = await product.customer()
    const accountId = await product.newestAccount()
    for (let round = 0; round < 2; round++) {
      const uploadURL = await uploadedBy(customer)
      // The client may send it without its query.
      await choose(customer, round ? uploadURL.split('?')[0] : uploadURL)
    }
    expect(await picturesOf(product, accountId)).toHaveLength(1)
  })

  test('is cached only by its owner’s browser, which asks each time: after a sign-out it is not shown', async () => {
    const customer = await product.customer()
    const profileImageUrl = await choose(customer, await uploadedBy(customer))
    const { headers } = await customer.get(profileImageUrl)
    expect(headers['cache-control']).toBe('private, no-cache')
    const again = { headers: { 'if-none-match': String(headers.etag) } }
    expect(await customer.get(profileImageUrl, again)).toMatchObject({ status: 304, text: '' })
    await customer.post('/api/logout')
    const out = await customer.get(profileImageUrl, again)
    expect(out).toMatchObject({ status: 401, headers: { 'cache-control': 'no-store' } })
  })
})

describe('uploads are checked by their content', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  const gifWithScript = Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(1)')])

  test.each([
    ['an SVG with the type PNG', svg, 'image/png'],
    ['a script that begins like a GIF', gifWithScript, 'image/gif'],
    ['JSON', Buffer.from('{}'), 'application/json'],
  ])('%s is 415', async (_, bytes, type) => {
    const { status } = await send(someone, await uploadAddress(someone), bytes, type)
    expect(status).toBe(415)
  })

  test('5242880 bytes are accepted, one more is not', async () => {
    const customer = await product.customer()
    const png = await picture()
    const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
    const uploadURL = await uploadAddress(customer)
    expect((await send(customer, uploadURL, padded(maxBytes + 1))).status).toBe(413)
    expect((await send(customer, uploadURL, padded(maxBytes))).status).toBe(200)
  })
})

describe('an upload address', () => {
  test('that is forged, of another upload or expired gets 403', async () => {
    const customer = await product.customer()
    const [first, second] = [await uploadAddress(customer), await uploadAddress(customer)]
    const png = await picture()
    const mixed = `${first.split('?')[0]}?${second.split('?')[1]}`
    const bare = first.split('?')[0] ?? ''
    for (const url of [mixed, bare, `${bare}?signature=`, `${bare}/../x?signature=a`]) {
      expect((await send(customer, url, png)).status).not.toBe(200)
    }
    expect((await send(customer, mixed, png)).status).toBe(403)
    await product.query(`update command.upload_tickets set expires_at = now() - interval '1 second'`)
    expect((await send(customer, second, png)).status).toBe(403)
  })
  test('is refused while fifty pictures of the account wait to be chosen', async () => {
    const customer = await product.customer()
    const accountId = await product.newestAccount()
    const [uploadURL, png] = [await uploadAddress(customer), await picture()]
    await product.query(
      `insert into command.upload_tickets (id, account_id, expires_at, used_at)
       select gen_random_uuid(), $1, now(), now() from generate_series(1, 50)`,
      [accountId],
    )
    expect(await send(customer, uploadURL, png)).toMatchObject({
      status: 429,
      body: { message: 'Hai caricato molte immagini oggi. Riprova domani.' },
    })
    await product.query(
      `delete from command.upload_tickets where id in
       (select id from command.upload_tickets where account_id = $1 and used_at is not null limit 1)`,
      [accountId],
    )
    expect((await send(customer, uploadURL, png)).status).toBe(200)
  })
  test('leads to a picture that can be chosen for a day', async () => {
    const customer = await product.customer()
    const imageUrl = await uploadedBy(customer)
    await product.query(`update command.upload_tickets set used_at = now() - interval '25 hours'`)
    expect((await customer.put('/api/user/profile-image', { imageUrl })).status).toBe(400)
  })
  test('a customer cannot choose or see another customer’s picture, or a missing one', async () => {
    const [mine, theirs] = [await product.customer(), await product.customer()]
    const uploaded = await uploadedBy(theirs)
    const unused = await uploadAddress(mine)
    const elsewhere = `https://evil.example.com${pathOf(await uploadedBy(mine))}`
    const strange = ['https://evil.example.com/x.png', '/api/objects/uploads/../../etc/passwd', 'x']
    for (const imageUrl of [uploaded, unused, elsewhere, ...strange]) {
      expect((await mine.put('/api/user/profile-image', { imageUrl })).status).toBe(400)
    }
    const chosen = await theirs.put('/api/user/profile-image', { imageUrl: uploaded })
    const { profileImageUrl } = chosen.body as { profileImageUrl: string }
    expect((await theirs.get(profileImageUrl)).status).toBe(200)
    const position = { 'x-after': String(chosen.headers['x-position']) }
    expect((await mine.get(profileImageUrl, { headers: position })).status).toBe(404)
  })
})
