import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
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

function opened(options: { smtpUrl?: string } = {}) {
  const folder = join(quickFolder('tba-mailer-'), 'mail')
  const mailer = openMailer({ from: 'no-reply@example.com', brand: 'Listino AI', folder, ...options }, logger)
  return { folder, mailer, file: join(folder, `${id}.eml`) }
}

test('without a server a letter is a file for its owner only, and a repetition writes the same file', async () => {
  const { folder, mailer, file } = opened()
  for (const _ of ['first', 'second']) await mailer.send(id, letter)
  expect(await readdir(folder)).toEqual([`${id}.eml`])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const eml = await readFile(file, 'utf8')
  expect(eml).toMatch(/^From: Listino AI <no-reply@example\.com>\r$/m)
  expect(eml).toContain('=C3=88 tutto.')
  expect(eml).toContain('Content-Type: text/html')
})

test('typed text adds no header', async () => {
  const { mailer, file } = opened()
  await mailer.send(id, letter)
  const [headers] = (await readFile(file, 'utf8')).split('\r\n\r\n')
  expect(headers).not.toMatch(/^Bcc:/im)
  expect(headers).toMatch(/^To: ada@example\.com\r$/m)
})

test('forgets a letter, also one that was never written', async () => {
  const { folder, mailer } = opened()
  await mailer.send(id, letter)
  await mailer.forget([id, '01a1fea5-60c5-7893-91c4-000000000000'])
  expect(await readdir(folder)).toEqual([])
})

test('a server gets the same letter, and the log no address', async () => {
  const server = await mailServer()
  await opened({ smtpUrl: server.url }).mailer.send(id, letter)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toContain(`Message-ID: <${id}@example.com>`)
  expect(lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain('@')
})

test('letters that come again have the headers of one click, others do not', async () => {
  const { mailer, file } = opened()
  const headers = async () => (await readFile(file, 'utf8')).split('\r\n\r\n')[0]?.replaceAll(/\r\n /g, ' ')
  await mailer.send(id, letter)
  expect(await headers()).not.toContain('List-Unsubscribe')
  const unsubscribe = 'https://example.com/api/letters/unsubscribe?token=a.b.c'
  await mailer.send(id, { ...letter, unsubscribe })
  expect(await headers()).toContain(`List-Unsubscribe: <${unsubscribe}>`)
  expect(await headers()).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})
