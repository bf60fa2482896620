import { romeDay } from '@tba/events/rome-day.ts'
import { exportRows } from '@tba/query-api/admins/export.route.ts'
import { tableFor } from '@tba/query-api/admins/exported-tables.ts'
import { rowReader } from '@tba/query-api/reads/row-reader.ts'
import { signExportTicket } from '@tba/runtime/tickets.ts'
import { administrator } from '../support/administrator.ts'
import { ownProduct } from '../support/shared.ts'

const { product, console } = await ownProduct()

const exporting = (type: string) => console.get(`/api/admin/export/${type}`)
async function recorded() {
  const events = await product.recorded({ type: 'DataExported' })
  return events.map(({ stream, data, metadata: { actor } }) => ({ stream, data, actor }))
}

describe('an export', () => {
  test.each([
    [
      'questionnaires',
      'id,name,email,phone,countryCode,age,occupation,tradingExperience,investmentAmount,investmentGoal,' +
        'riskTolerance,timeframe,additionalInfo,contactMethod,source,createdAt',
    ],
    [
      'interactions',
      'id,sessionId,eventType,elementId,elementText,page,userAgent,ipAddress,referrer,additionalData,createdAt',
    ],
    ['analytics', 'id,eventName,eventCategory,eventLabel,eventValue,page,sessionId,userId,createdAt'],
  ])('of %s begins with the specification’s columns, and the file has today’s date', async (type, header) => {
    const { status, headers, text } = await exporting(type)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${type}_export_${romeDay(new Date())}.csv"`,
      'cache-control': 'no-store',
    })
    expect(text.split('\r\n')[0]).toBe(`\ufeff${header}`)
    expect(text.endsWith('\r\n')).toBe(true)
  })

  test('ends where its table ended when it began, even if new rows arrive', async () => {
    const reader = rowReader(product.connectionString)
    onTestFinished(() => reader.close())
    const track = (eventName: string) =>
      product.visitor().post('/api/tracking/analytics', { sessionId: 'session_end', eventName, page: '/' })
    await track('before')
    await console.get('/api/admin/dashboard')
    const checkpoint = `select position from projector.checkpoints where projection = 'tracking'`
    const [end] = await product.query(checkpoint)
    await track('after')
    await console.get('/api/admin/dashboard')
    const table = tableFor('analytics', 'administrator')
    const text = (await exportRows(reader, table, String(end?.position)).toArray()).join('')
    expect(text).toContain(',before,')
    expect(text).not.toContain(',after,')
    expect((await exporting('analytics')).text).toContain(',after,')
  })

  test('of an unknown kind does not exist', async () => {
    for (const type of ['leads', 'users', 'constructor', '__proto__', 'interactions%00']) {
      expect((await console.get(`/api/admin/export/${type}`)).status).toBe(type.includes('%') ? 400 : 404)
    }
    expect((await console.post('/api/admin/export/leads/link')).status).toBe(404)
  })

  test('is in the log with its administrator and its last row', async () => {
    const before = (await recorded()).length
    await exporting('analytics')
    const data = { exported: 'analytics', position: expect.any(String) }
    const by = { stream: expect.stringMatching(/^admin-/), actor: expect.stringMatching(/^admin:/) }
    expect((await recorded()).slice(before)).toMatchObject([{ ...by, data }])
  })

  test('is never partial: a HEAD takes nothing and records nothing', async () => {
    const before = await recorded()
    const headers = { authorization: `Bearer ${console.token}` }
    const head = await product.app.inject({ method: 'HEAD', url: '/api/admin/export/analytics', headers })
    expect(head.statusCode).toBe(404)
    expect(await recorded()).toEqual(before)
  })
})

describe('a download address', () => {
  type Link = { url: string; expiresAt: string }
  const link = async (type = 'interactions') =>
    (await console.post(`/api/admin/export/${type}/link`)).body as Link
  const follow = (url: string) => product.visitor().get(url)
  const refused = { status: 403, body: { message: 'Link non valido, scaduto o già usato' } }

  test('needs no token, and is valid for a minute', async () => {
    const type = 'questionnaires'
    const asked = Date.now()
    const answer = await console.post(`/api/admin/export/${type}/link`)
    expect(answer.status).toBe(201)
    const { url, expiresAt } = answer.body as Link
    expect(Date.parse(expiresAt) - asked).toBeGreaterThanOrEqual(60_000)
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000)
    const { status, text } = await follow(url)
    expect([status, text]).toEqual([200, (await exporting(type)).text])
  })

  test('works once, also for two requests at the same moment', async () => {
    const { url } = await link()
    const answers = await Promise.all([follow(url), follow(url), follow(url)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    expect(await follow(url)).toMatchObject(refused)
    const [used] = (await recorded()).slice(-1)
    expect(used?.stream).toMatch(/^exportTicket-/)
    expect(used?.actor).toMatch(/^admin:/)
  })

  test('that is forged, altered, expired or of another export is refused', async () => {
    const { url } = await link()
    const ticket = new URL(url, 'http://localhost').searchParams.get('ticket') ?? ''
    const payload = JSON.parse(Buffer.from(ticket.split('.')[0] ?? '', 'base64url').toString())
    const expiresAt = new Date(Date.now() - 1).toISOString()
    const expired = signExportTicket(product.secrets.tickets, { ...payload, expiresAt })
    const forged = signExportTicket(product.secrets.jwt, payload)
    for (const wrong of ['', 'x', expired, forged, `${ticket}x`]) {
      expect(await follow(`/api/admin/export/interactions?ticket=${wrong}`)).toMatchObject(refused)
    }
    expect(await follow(`/api/admin/export/analytics?ticket=${ticket}`)).toMatchObject(refused)
    expect((await follow(url)).status).toBe(200)
  })

  test('ends with the session that requested it', async () => {
    const leaving = await administrator(product)
    const { url } = (await leaving.post('/api/admin/export/interactions/link')).body as Link
    await leaving.get('/api/admin/settings')
    const { headers } = await leaving.post('/api/admin/logout')
    const answer = await product.visitor().get(url, { headers: { 'x-after': String(headers['x-position']) } })
    expect(answer.status).toBe(401)
  })
})
