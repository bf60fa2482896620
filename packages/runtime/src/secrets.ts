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
  /** Hashes e-mail addresses into names of streams and ids of administrators. It never changes. */
  emailHash: secret,
  /** Seals broker passwords. */
  broker: secret,
  /** Signs session tokens. */
  jwt: secret,
  /** Signs tickets: links to uploads, exports and new passwords, each with its purpose. */
  upload: secret,
  /** Hashes lookup keys: idempotency keys, their requests, and failed sign-ins. */
  idempotency: secret,
})

const inUse = document.extend({
  /** The key that the current one replaces. It opens keys that are not rewrapped yet. */
  formerKek: secret.optional(),
})

/** Two names in the document are older than what they are used for now. */
const secrets = inUse.transform(({ upload, idempotency, ...others }) => ({
  ...others,
  tickets: upload,
  lookups: idempotency,
}))

/** Every secret of the product, 32 bytes each. */
export type Secrets = z.infer<typeof secrets>

/** @param json `{ "kek": "<base64>", … }` @throws {Error} names the missing or malformed secret, never its value */
export function secretsFrom(json: string): Secrets {
  const parsed = secrets.safeParse(parse(json))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    issue => `${issue.path.join('.') || 'the document'}: ${issue.message}`,
  )
  throw new Error(`the secrets cannot be used: ${faults.join('; ')}`)
}

/** A new document for `secretsFrom`. Create it once, and keep it apart from the database. */
export function newSecrets(): string {
  const names = Object.keys(document.shape)
  return JSON.stringify(Object.fromEntries(names.map(name => [name, randomBytes(bytes).toString('base64')])))
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The message of JSON.parse quotes the text.
    throw new Error('the secrets cannot be used: not JSON')
  }
}
