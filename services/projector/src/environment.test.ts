import { resolve } from 'node:path'
import { readJobsEnvironment } from './environment.ts'

const PUBLIC_URL = 'https://example.com/'

test('without a public URL a process runs no jobs', () =>
  expect(readJobsEnvironment({ SMTP_URL: 'smtp://mail.example.com', PUBLIC_URL: ' ' })).toBeNull())

test('without a mail server letters become files, and nobody is notified', () => {
  expect(readJobsEnvironment({ PUBLIC_URL, OBJECTS_FOLDER: '/objects' })).toEqual({
    publicUrl: 'https://example.com',
    mail: { smtpUrl: undefined, from: 'no-reply@example.com', folder: resolve('.data/mail') },
    objects: { folder: '/objects' },
    erasuresFile: resolve('.data/erasures.txt'),
    notifyEmail: undefined,
    redisUrl: undefined,
    visitsKeptDays: 90,
  })
})

test('names a wrong variable, and never its value', () => {
  const wrong = { SMTP_URL: 'hush:25', MAIL_FROM: 'hush', NOTIFY_EMAIL: 'hush', REDIS_URL: 'http://hush' }
  const read = () => readJobsEnvironment({ PUBLIC_URL, ...wrong })
  expect(read).toThrow(/^SMTP_URL has .*; MAIL_FROM has .*; NOTIFY_EMAIL has .*; REDIS_URL has .*$/)
  expect(read).toThrow(/^(?!.*hush)/)
})
