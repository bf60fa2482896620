import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@tba/runtime/disk.ts'
import { letterFile } from '@tba/runtime/storage/letters.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { htmlOf, type Letter, textOf } from './letter.ts'

export type MailOptions = {
  /** The sender's address. Its name is the brand. */
  from: string
  brand: string
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  smtpUrl?: string | undefined
  /** Without a server, letters become `.eml` files here. */
  folder: string
}

export type Mailer = {
  /** @param id of the requesting event. A repetition replaces the file and keeps the Message-ID. */
  send(id: string, letter: Letter): Promise<void>
  /** Removes these letters from the folder. A letter sent by a server cannot be removed. */
  forget(ids: readonly string[]): Promise<void>
  close(): void
}

type Logger = { info: (fields: object, message: string) => void }

export function openMailer(options: MailOptions, logger: Logger): Mailer {
  const { smtpUrl, folder } = options
  const outlet = smtpUrl ? server(smtpUrl) : files(folder)
  return {
    ...outlet,
    async send(id, letter) {
      await outlet.deliver(id, messageOf(id, letter, options))
      logger.info({ event: id, by: smtpUrl ? 'smtp' : 'file' }, 'a letter was sent')
    },
  }
}

function messageOf(id: string, letter: Letter, { from, brand }: MailOptions): SendMailOptions {
  return {
    messageId: `<${id}@${from.split('@')[1]}>`,
    from: { name: brand, address: from },
    to: letter.to,
    ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
    subject: letter.subject,
    text: textOf(letter, brand),
    html: htmlOf(letter, brand),
    // So that a file can be read without decoding.
    textEncoding: 'quoted-printable',
    headers: { 'Auto-Submitted': 'auto-generated', ...(letter.unsubscribe && oneClick(letter.unsubscribe)) },
    // Nothing in a letter may make this process read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type Outlet = Omit<Mailer, 'send'> & { deliver(id: string, message: SendMailOptions): Promise<void> }

/** A job must not wait without limit for a silent server. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Leaves out the server's own message, which often contains the address. */
class NotTaken extends Error {
  override readonly name = 'NotTaken'
  /** The server’s 5xx about this letter: trying again would not help. */
  readonly refusal: number | null
  constructor({ code = 'no code', responseCode = 0 }: { code?: string; responseCode?: number }) {
    super(`the mail server did not accept the letter: ${code}, ${responseCode || 'no answer'}`)
    const isOfLetter = code === 'EENVELOPE' || code === 'EMESSAGE'
    this.refusal = isOfLetter && responseCode >= 500 ? responseCode : null
  }
}

/** Sends it, and tells the server’s final refusal; null: it took the letter. @throws what may pass */
export async function sendOnce(mailer: Pick<Mailer, 'send'>, id: string, letter: Letter) {
  try {
    await mailer.send(id, letter)
    return null
  } catch (error) {
    if (error instanceof NotTaken && error.refusal !== null) return error.refusal
    throw error
  }
}

function server(url: string): Outlet {
  const transport = createTransport({ url, ...timeouts })
  return {
    async deliver(_id, message) {
      await transport.sendMail(message).catch(error => {
        throw new NotTaken(error)
      })
    },
    forget: async () => {},
    close: () => transport.close(),
  }
}

function files(folder: string): Outlet {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(id, message) {
      const { message: content } = await transport.sendMail(message)
      makeFolder(folder)
      const unfinished = join(folder, `.${id}.${crypto.randomUUID()}`)
      await writeFile(unfinished, content, { mode: 0o600, flush: true })
      await rename(unfinished, letterFile(folder, id))
    },
    async forget(ids) {
      await Promise.all(ids.map(id => rm(letterFile(folder, id), { force: true })))
    },
    close: () => transport.close(),
  }
}
