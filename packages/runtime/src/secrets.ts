import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const bytes = 32

const secret = z
  .base64('not base64')
  .transform(text => Buffer.from(text, 'base64'))
  .refine(key => key.length === bytes, `not ${bytes} bytes`)

const secrets = z.object({
  /** Wraps the keys of persons. */
  kek: secret,
  /** Hashes e-mail addresses into stream names: it never rotates. */
  emailHash: secret,
  /** Seals broker passwords. */
  broker: secret,
  /** Signs session tokens. */
  jwt: secret,
  /** Signs upload addresses. */
  upload: secret,
  /** Hashes the bodies of requests that carry an idempotency key. */
  idempotency: secret,
})

/** Every secret that the product keeps, 32 bytes each. */
export type Secrets = z.infer<typeof secrets>

/**
 * @param json `{ "kek": "<base64>", … }`
 * @throws {Error} naming the secret that is missing or malformed, never its value
 */
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
  const names = Object.keys(secrets.shape)
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
