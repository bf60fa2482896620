import { readFileSync } from 'node:fs'
import { type ConnectionOptions, createSecureContext, getCACertificates } from 'node:tls'
import { AddressFault } from './parameters.ts'

/** False: without TLS. */
export type Tls = false | ConnectionOptions

type Parameters = ReadonlyMap<string, string>

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const

/** What to try, in this order, with libpq's meaning of each sslmode. No sslmode: without TLS. @throws {AddressFault} */
export function tlsChoices(parameters: Parameters): readonly Tls[] {
  const root = parameters.get('sslrootcert')
  const mode = modeOf(parameters)
  if (mode === 'disable') return [false]
  const certificate = certificateOf(parameters)
  const unverified = { ...certificate, rejectUnauthorized: false }
  if (mode === 'allow') return [false, unverified]
  if (mode === 'prefer') return [unverified, false]
  if (root === undefined && mode === 'verify-ca')
    throw new AddressFault('has sslmode=verify-ca without sslrootcert')
  if (root === undefined) return [mode === 'verify-full' ? certificate : unverified]
  if (mode === 'no-verify') return [unverified]
  const verified = checked({
    ...certificate,
    ca: root === 'system' ? getCACertificates('system') : read('sslrootcert', root),
  })
  if (mode === 'verify-full') return [verified]
  if (root === 'system') throw new AddressFault('has sslrootcert=system, which needs sslmode=verify-full')
  return [{ ...verified, checkServerIdentity: () => undefined }]
}

function modeOf(parameters: Parameters): (typeof modes)[number] {
  const isSystem = parameters.get('sslrootcert') === 'system'
  const wanted = parameters.get('sslmode') ?? (isTrue(parameters.get('ssl')) ? 'require' : undefined)
  const mode = modes.find(known => known === (wanted ?? (isSystem ? 'verify-full' : 'disable')))
  if (!mode) throw new AddressFault(`has an unknown sslmode: it has to be ${modes.slice(0, -1).join(', ')}`)
  if (
    wanted === undefined &&
    !isSystem &&
    ['sslrootcert', 'sslcert', 'sslkey'].some(name => parameters.has(name))
  )
    throw new AddressFault('has certificates without an sslmode')
  return mode
}

const isTrue = (text: string | undefined) => text === 'true' || text === '1'

function certificateOf(parameters: Parameters): ConnectionOptions {
  const [cert, key] = [parameters.get('sslcert'), parameters.get('sslkey')]
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined) throw new AddressFault('has only one of sslcert and sslkey')
  const passphrase = parameters.get('sslpassword')
  return checked({
    cert: read('sslcert', cert),
    key: read('sslkey', key),
    ...(passphrase !== undefined && { passphrase }),
  })
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new AddressFault(`has an ${name} that cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** A wrong file would fail only at the first connection, in the words of OpenSSL. */
function checked(options: ConnectionOptions): ConnectionOptions {
  try {
    createSecureContext(options)
    return options
  } catch {
    throw new AddressFault(
      `has ${'key' in options && !('ca' in options) ? 'an sslcert or sslkey' : 'an sslrootcert'} that is no certificate, or does not fit`,
    )
  }
}
