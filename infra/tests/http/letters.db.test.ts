import type { ReportLetters } from '@tba/events/reports/views.ts'
import { linkToken } from '@tba/runtime/tickets.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { admin, invite } from '../support/administrator.ts'
import { ownProductWithJobs } from '../support/shared.ts'
import { refusal } from '../support/visitor.ts'

const path = '/api/admin/reports'
const { product, console, mail } = await ownProductWithJobs({ limitScale: 1_000 })
const analyst = await invite(product, { by: console, role: 'analyst' })
const address = () => `capo-${crypto.randomUUID()}@example.com`

const save = () =>
  console.create(path, {
    title: 'Ogni lunedì',
    parts: [{ kind: 'overview', definition: { period: 'lastWeek' }, text: 'Come va' }],
  })
const lettersOf = async (report: string, who = console) =>
  (await who.read<{ letters: ReportLetters[] }>(`${path}/${report}/letters`)).letters
const order = (report: string, to: string[], who = console) =>
  who.create(`${path}/${report}/letters`, { every: 'week', hour: 8, to })
const unusable = refusal(404, 'Il link non è valido, o le lettere sono già finite.')

/** The token after the `#` of the link that asks for a confirmation. */
async function asked(to: string): Promise<string> {
  const [, token = ''] = /\/letters#confirm=(\S+)\r$/m.exec(await mail.letterTo(to)) ?? []
  return token
}
const confirm = (token: string) => product.visitor().post('/api/letters/confirm', { token })

test('an analyst sends a report to accounts, and only an administrator to other addresses', async () => {
  const report = await save()
  const letters = await order(report, [analyst.email.toUpperCase(), admin.email, analyst.email], analyst)
  const [first] = await lettersOf(report, analyst)
  expect(first).toMatchObject({ id: letters, every: 'week', hour: 8, orderedBy: `admin:${analyst.id}` })
  expect(first?.recipients).toMatchObject([
    { account: analyst.id, email: null, state: 'active', log: [] },
    { account: expect.any(String), email: null, state: 'active' },
  ])
  const next = new Date(String(first?.next)).toLocaleString('en', {
    timeZone: 'Europe/Rome',
    weekday: 'long',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  expect(next).toBe('Monday 08:01')
  const other = { every: 'day', hour: 8, to: [address()] }
  expect(await analyst.post(`${path}/${report}/letters`, other)).toMatchObject(
    refusal(403, 'Solo un amministratore può condividere un report con chi non ha un account'),
  )
  expect(await console.post(`${path}/${crypto.randomUUID()}/letters`, other)).toMatchObject(
    refusal(404, 'Report non trovato'),
  )
})

test.each([
  [{ hour: 24 }, 'L’ora è un numero intero da 0 a 23'],
  [{ every: 'year' }, 'Ogni giorno, settimana o mese'],
  [{ to: [] }, 'Serve almeno un destinatario'],
  [{ to: ['nessuno'] }, 'Inserisci un indirizzo email valido'],
])('%o is refused', async (wrong, message) => {
  const answer = await console.post(`${path}/${await save()}/letters`, {
    every: 'week',
    hour: 8,
    to: [admin.email],
    ...wrong,
  })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(message)
})

test('another address gets letters once its owner has answered, and an analyst does not see it', async () => {
  const [report, to] = [await save(), address()]
  await order(report, [to])
  const [waiting] = await lettersOf(report)
  expect(waiting?.recipients).toMatchObject([{ email: to, state: 'waiting' }])
  expect((await lettersOf(report, analyst))[0]?.recipients).toMatchObject([{ email: '•••' }])
  const token = await asked(to)
  expect(await confirm(`${token}x`)).toMatchObject(unusable)
  // A token for one purpose is none for another.
  const ending = `/api/letters/unsubscribe?token=${encodeURIComponent(token)}`
  expect(await product.visitor().post(ending)).toMatchObject(unusable)
  for (const _ of ['first', 'again']) expect((await confirm(token)).status).toBe(200)
  expect((await lettersOf(report))[0]?.recipients).toMatchObject([{ state: 'active' }])
})

test('an invited address without an account yet has to confirm too', async () => {
  const [report, email] = [await save(), address()]
  expect((await console.post('/api/admin/users', { email, role: 'analyst' })).status).toBe(201)
  await order(report, [email])
  expect((await lettersOf(report))[0]?.recipients).toMatchObject([{ account: null, email, state: 'waiting' }])
})

test('a trial comes at once, says what was counted, and is delivered once', async () => {
  const report = await save()
  const letters = await order(report, [admin.email])
  expect((await analyst.post(`/api/admin/letters/${letters}/test`)).status).toBe(201)
  const isTrial = (text: string) => text.includes('Subject:') && text.includes('arriva solo a chi')
  const letter = await waitFor(async () => {
    const found = (await mail.letters()).find(isTrial)
    if (!found) throw new Error('the trial has not come')
    return found
  })
  expect(letter).toContain(`\r\nTo: ${analyst.email}\r\n`)
  expect(letter).toContain('Come va')
  expect(letter).toContain('Ora di Roma')
  expect(letter).toMatch(/fino alla posizione \S+/)
  expect(letter).toContain('Nel periodo: 0.')
  await expect
    .poll(async () => (await lettersOf(report))[0]?.recipients.at(-1))
    .toMatchObject({ isTrial: true, state: 'ended', why: 'tried', log: [{ refusal: null }] })
  expect((await mail.letters()).filter(isTrial)).toHaveLength(1)
  expect(letter).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
})

test('a look at the link of a letter ends nothing; a form of a mail program does, from anywhere', async () => {
  const [report, to] = [await save(), address()]
  const letters = await order(report, [to, admin.email])
  await confirm(await asked(to))
  const [recipient] = (await lettersOf(report))[0]?.recipients ?? []
  const link = { holder: String(recipient?.id), id: letters }
  const token = linkToken(product.secrets.tickets, 'letters-end', link)
  const url = `/api/letters/unsubscribe?token=${token}`
  const looked = await product.visitor().get(url)
  expect([looked.status, looked.headers.location]).toEqual([303, `/letters#unsubscribe=${token}`])
  expect((await lettersOf(report))[0]?.recipients[0]?.state).toBe('active')
  const form = {
    raw: 'List-Unsubscribe=One-Click',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
    },
  }
  for (const _ of ['first', 'again'])
    expect((await product.visitor().post(url, undefined, form)).status).toBe(200)
  const [own, other] = (await lettersOf(report))[0]?.recipients ?? []
  expect(own).toMatchObject({ state: 'ended', why: 'unsubscribed' })
  expect(other).toMatchObject({ state: 'active' })
  const wrong = await product.visitor().post('/api/letters/unsubscribe?token=inventato', undefined, form)
  expect(wrong).toMatchObject(unusable)
})

test('deleted letters are in no list, and neither are those of a deleted report', async () => {
  const report = await save()
  const letters = await order(report, [admin.email])
  await order(report, [analyst.email])
  expect((await analyst.call('DELETE', `/api/admin/letters/${letters}`)).status).toBe(200)
  expect((await lettersOf(report)).map(({ recipients }) => recipients[0]?.account)).toEqual([analyst.id])
  const gone = refusal(404, 'Lettere non trovate')
  expect(await console.post(`/api/admin/letters/${letters}/test`)).toMatchObject(gone)
  expect(await console.call('DELETE', `/api/admin/letters/${crypto.randomUUID()}`)).toMatchObject(gone)
  expect((await console.call('DELETE', `${path}/${report}`)).status).toBe(200)
  expect(await lettersOf(report)).toEqual([])
})

test('erasing an address removes it from the letters and from the log', async () => {
  const [report, to] = [await save(), address()]
  await order(report, [to, admin.email])
  await asked(to)
  expect((await console.post('/api/admin/erasures', { email: to })).status).toBe(202)
  await expect.poll(async () => (await lettersOf(report))[0]?.recipients).toMatchObject([{ email: null }])
  const [ordered] = (await product.recorded({ type: 'ReportLetterOrdered' })).filter(
    ({ data }) => data.report === report && data.account === null,
  )
  const person = String(ordered?.stream).replace('reportLetter-', '')
  const key = `select wrapped from vault.person_keys where person = '${person}'`
  await expect.poll(() => product.query(key)).toEqual([{ wrapped: null }])
  await expect.poll(async () => (await mail.letters()).filter(text => text.includes(to))).toEqual([])
})
