import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const bytes = 32

const secret = z
  .base64('not base64')
  .transform(text => Buffer.from(text, 'base64'))
  .refine(key => key.length === bytes, `not ${bytes} bytes`)

const document = z.object({
  /** Wraps the keys of persons. */
  kek: secret,
  /** Hashes e-mail addresses into names of streams and administrators: it never rotates. */
  emailHash: secret,
  /** Seals broker passwords. */
  broker: secret,
  /** Signs session tokens. */
  jwt: secret,
  /** Signs what is handed out and comes back: links to uploads, exports and new passwords, each for its purpose. */
  upload: secret,
  /** Hashes what is only looked up again: idempotency keys, their requests, and who failed to sign in. */
  idempotency: secret,
})

const inUse = document.extend({
  /** While one is exchanged for another: wraps what is not wrapped by the new one yet. */
  formerKek: secret.optional(),
})

/** Every document there is has two of them under the name of the first thing that they were for. */
const secrets = inUse.transform(({ upload, idempotency, ...others }) => ({
  ...others,
  tickets: upload,
  lookups: idempotency,
}))

/** Every secret that the product keeps, 32 bytes each. */
export type Secrets = z.infer<typeof secrets>

/** @param json `{ "kek": "<base64>", … }` @throws {Error} naming the secret that is missing or malformed, never its value */
export function secretsFrom(json: string): Secrets {
  const parsed = secrets.safeParse(parse(json))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    issue => `${issue.path.join('.') || 'the document'}: ${issue.message}`,
  )
  throw new Error(`the secrets cannot be used: ${faults.join('; ')}`)
}

/** A fresh document for `secretsFrom`: to be made once, and kept apart from the database. */
export function newSecrets(): string {
  const names = Object.keys(document.shape)
  return JSON.stringify(Object.fromEntries(names.map(name => [name, randomBytes(bytes).toString('base64')])))
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // JSON.parse quotes the text in its message.
    throw new Error('the secrets cannot be used: not JSON')
  }
}
