import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { waitFor } from '@tba/testing/wait.ts'
import type { JobsOptions } from '../../start/local/compose.ts'

export type Mailbox = AsyncDisposable & {
  jobs: JobsOptions
  letters(): Promise<string[]>
  letterTo(address: string): Promise<string>
}

/** The letters in this folder, decoded, in any order. */
async function lettersIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.eml'))
  return Promise.all(names.map(async name => decoded(await readFile(path.join(folder, name), 'utf8'))))
}

/** Waits for the only letter in this folder to this address. */
export const letterTo = (folder: string, address: string): Promise<string> =>
  waitFor(async () => {
    const [letter, ...more] = (await lettersIn(folder)).filter(text =>
      text.includes(`\r\nTo: ${address}\r\n`),
    )
    if (!letter || more.length > 0) throw new Error(`${address} has ${letter ? 'several letters' : 'none'}`)
    return letter
  })

export async function mailbox(): Promise<Mailbox> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tba-mail-'))

  return {
    jobs: {
      mail: { from: 'no-reply@example.com', folder },
      notifyEmail: 'commerciale@example.com',
      // The files of a worker share a product, and send more letters in an hour than the default limit.
      noticesAnHour: Number.POSITIVE_INFINITY,
      visitsKeptDays: 90,
      lateAppendsMs: 0,
      reconcileEveryMs: 200,
      retryMs: 50,
    },
    letters: () => lettersIn(folder),
    letterTo: address => letterTo(folder, address),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Decodes quoted-printable: long lines are broken, and bytes beyond ASCII are `=XX`. */
function decoded(eml: string): string {
  const whole = eml
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(whole, 'latin1').toString()
}

/** The token of the link in a letter: for a new password, a proved address or an invitation to the console. */
export function tokenIn(letter: string): string {
  const [, token] =
    /^https?:\/\/\S+\/(?:(?:reset-password|profile)#token=|admin\/invitation#)(\S+)\r$/m.exec(letter) ?? []
  if (!token) throw new Error(`no link in: ${letter}`)
  return token
}
