import { createHash, randomBytes } from 'node:crypto'
import type { Proof, SecondFactor } from '@tba/events/admins/admin.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../deps.ts'

const recoveryCodeCount = 10

/** RFC 6238 as every app reads it: SHA-1, 6 digits, 30 s are the library's defaults. */
const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Listino AI', label, secret: Secret.fromBase32(secret) })

export const newSecret = () => new Secret({ size: 20 }).base32
export const uriOf = (secret: string, email: string) => totpOf(secret, email).toString()

/** 64 bits each: too many to try, so a plain hash is enough. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    (randomBytes(8).toString('hex').match(/.{4}/g) ?? []).join('-'),
  )
  return { codes, hashes: codes.map(code => hashOf(plain(code))) }
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

/**
 * A clock may be a step behind or ahead. @returns null for a wrong code. The decider checks whether it was used before
 */
export function proofOf({ secret, recoveryHashes }: SecondFactor, typed: string): Proof | null {
  const code = plain(typed)
  if (/^\d{6}$/.test(code) && secret !== null) {
    const totp = totpOf(secret)
    const [timestamp, window] = [Date.now(), 1]
    const drift = totp.validate({ token: code, timestamp, window })
    return drift === null ? null : { step: totp.counter({ timestamp }) + drift }
  }
  const recoveryCode = recoveryHashes.indexOf(hashOf(code))
  return recoveryCode === -1 ? null : { recoveryCode }
}

export const secondFactorOf = async ({ log }: Pick<Deps, 'log'>, adminId: string) =>
  (await load(log, 'admin', adminId)).state.secondFactor

type Attempt = { request: FastifyRequest; adminId: string; code: string | undefined }

/**
 * Uses the code, if the account has a second factor.
 * @returns whether it was right and unused, or none is needed
 * @throws {HttpFailure} 401 without a code: neither a failed sign-in nor a success
 */
export async function passesSecondFactor(deps: Deps, { request, adminId, code }: Attempt): Promise<boolean> {
  const factor = await secondFactorOf(deps, adminId)
  if (!factor?.isConfirmed) return true
  if (!code?.trim()) throw codeWanted('Inserisci il codice della verifica in due passaggi')
  const proof = proofOf(factor, code)
  if (!proof) return false
  const context = contextOf(request, `admin:${adminId}`)
  return !('refused' in (await execute({ log: deps.log, context }, adminId, { type: 'UseCode', proof })))
}

export const codeWanted = (message: string) => new HttpFailure(401, message, { secondFactor: true })
