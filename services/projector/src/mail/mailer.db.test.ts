import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailServer } from '../testing/mail-server.ts'
import type { Letter } from './letter.ts'
import { openMailer } from './mailer.ts'

const id = '01a1fea5-60c5-7893-91c4-ff08047c702c'
const letter: Letter = {
  to: 'ada@example.com',
  replyTo: { name: 'Ada\r\nBcc: tutti@example.com', address: 'ada@example.com' },
  subject: 'Più di così\r\nBcc: tutti@example.com',
  content: ['È tutto.'],
}
const lines: object[] = []
const logger = { info: (fields: object) => void lines.push(fields) }

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tba-mailer-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return join(made, 'mail')
}

test('without a server a letter is a file for its owner only, and a repetition writes the same file', async () => {
  const place = await folder()
  const mailer = openMailer({ from: 'no-reply@example.com', brand: 'Listino AI', folder: place }, logger)
  for (const _ of ['first', 'second']) await mailer.send(id, letter)
  expect(await readdir(place)).toEqual([`${id}.eml`])
  expect((await stat(join(place, `${id}.eml`))).mode & 0o777).toBe(0o600)
  expect((await stat(place)).mode & 0o777).toBe(0o700)
  const eml = await readFile(join(place, `${id}.eml`), 'utf8')
  expect(eml).toMatch(/^From: Listino AI <no-reply@example\.com>\r$/m)
  expect(eml).toContain('=C3=88 tutto.')
  expect(eml).toContain('Content-Type: text/html')
})

test('typed text adds no header', async () => {
  const place = await folder()
  const mailer = openMailer({ from: 'no-reply@example.com', brand: 'Listino AI', folder: place }, logger)
  await mailer.send(id, letter)
  const [headers] = (await readFile(join(place, `${id}.eml`), 'utf8')).split('\r\n\r\n')
  expect(headers).not.toMatch(/^Bcc:/im)
  expect(headers).toMatch(/^To: ada@example\.com\r$/m)
})

test('forgets a letter, also one that was never written', async () => {
  const place = await folder()
  const mailer = openMailer({ from: 'no-reply@example.com', brand: 'Listino AI', folder: place }, logger)
  await mailer.send(id, letter)
  await mailer.forget([id, '01a1fea5-60c5-7893-91c4-000000000000'])
  expect(await readdir(place)).toEqual([])
})

test('a server gets the same letter, and the log no address', async () => {
  const server = await mailServer()
  const options = {
    from: 'no-reply@example.com',
    brand: 'Listino AI',
    folder: '/nowhere',
    smtpUrl: server.url,
  }
  await openMailer(options, logger).send(id, letter)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toContain(`Message-ID: <${id}@example.com>`)
  expect(lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain('@')
})
