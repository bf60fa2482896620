import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from './refusal.ts'

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

/**
 * @param json `{ "kek": "<base64>", … }`
 * @param keyCommand see `keksOfCommand`
 * @throws {Error} names the missing or malformed secret, never its value
 * @throws {Refusal} the command fails
 */
export function secretsFrom(json: string, keyCommand?: string): Secrets {
  const stored = parse(json)
  const keks = keyCommand && keksOfCommand(keyCommand)
  const parsed = secrets.safeParse(keks ? { ...Object(stored), ...keks } : stored)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    issue => `${issue.path.join('.') || 'the document'}: ${issue.message}`,
  )
  throw new Error(`the secrets cannot be used: ${faults.join('; ')}`)
}

const commandMs = 10_000

/**
 * The key-encryption keys from a command, such as one that asks a vault: each in base64 on a line of its own, the current one first,
 * then the former one while it is being replaced. What it prints is shown nowhere.
 */
function keksOfCommand(command: string): { kek: string; formerKek: string | undefined } {
  let printed = ''
  try {
    printed = execFileSync('/bin/sh', ['-c', command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: commandMs,
      killSignal: 'SIGKILL',
      maxBuffer: 4_096,
    })
  } catch (error) {
    const { status, code } = error as { status: number | null; code?: string }
    const known: Record<string, string> = {
      ETIMEDOUT: 'gave no key within 10 seconds',
      ENOBUFS: 'printed too much',
    }
    const how = known[code ?? ''] ?? (status === null ? 'cannot be run' : `failed with exit code ${status}`)
    throw new Refusal(`The command of KEY_COMMAND ${how}.`)
  }
  const [kek = '', formerKek, ...more] = printed.split(/\s+/).filter(line => line !== '')
  const keys = [kek, ...(formerKek === undefined ? [] : [formerKek])]
  if (more.length > 0 || !keys.every(key => secret.safeParse(key).success))
    throw new Refusal(
      'The command of KEY_COMMAND printed something else than a key of 32 bytes in base64, or two.',
    )
  return { kek, formerKek }
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
