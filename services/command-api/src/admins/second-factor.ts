import { createHash, randomBytes } from 'node:crypto'
import type { Proof, SecondFactor } from '@tba/events/admins/admin.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { systemContext } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../deps.ts'
import { tooManyCodes } from './wrong-codes.ts'

const recoveryCodeCount = 10

/** RFC 6238 as every app reads it: SHA-1, 6 digits, 30 s are the library's defaults. */
const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Listino AI', label, secret: Secret.fromBase32(secret) })

export const newSecret = () => new Secret({ size: 20 }).base32
export const uriOf = (secret: string, email: string) => totpOf(secret, email).toString()

/** 128 bits each: too many to try, so a plain hash is enough. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    (randomBytes(16).toString('hex').match(/.{8}/g) ?? []).join('-'),
  )
  return { codes, hashes: codes.map(code => hashOf(plain(code))) }
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()
const isTotp = (code: string) => /^\d{6}$/.test(plain(code))
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

/**
 * A clock may be a step behind or ahead. @returns null for a wrong code. The decider checks whether it was used before
 */
export function proofOf({ secret, recoveryHashes }: SecondFactor, typed: string): Proof | null {
  const code = plain(typed)
  if (isTotp(code) && secret !== null) {
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

type Attempt = { request: FastifyRequest; adminId: string; code: string; factor: SecondFactor }

/** From this many wrong codes in a day, the owner gets a letter: somebody knows the password. */
const warnedFrom = 3

/**
 * Checks a code, and counts it.
 * @param use uses it up. False: it was used before
 * @returns null for a right code, else the answer
 */
export async function refusalOfCode(
  { log, wrongCodes }: Pick<Deps, 'log' | 'wrongCodes'>,
  { request, adminId, code, factor }: Attempt,
  use: (proof: Proof) => Promise<boolean>,
): Promise<HttpFailure | null> {
  const count = await wrongCodes.count(adminId)
  const isBlocked = count === null && isTotp(code)
  const proof = isBlocked ? null : proofOf(factor, code)
  if (proof && (await use(proof))) {
    await wrongCodes.clear(adminId)
    return null
  }
  request.server.consoleFailed('AdminCodeFailed', adminId)
  if (factor.isConfirmed && count !== null && count >= warnedFrom)
    await execute({ log, context: systemContext() }, adminId, { type: 'WarnAdmin', at: new Date() })
  return isBlocked ? tooManyCodes() : codeWanted('Codice non valido')
}

/**
 * Uses the code, if the account has a second factor.
 * @returns null if it was right and unused, or none is needed
 * @throws {HttpFailure} 401 without a code: neither a failed sign-in nor a success
 */
export async function refusalOfFactor(
  deps: Pick<Deps, 'log' | 'wrongCodes'>,
  { code, ...attempt }: Omit<Attempt, 'code' | 'factor'> & { code: string | undefined },
): Promise<HttpFailure | null> {
  const { request, adminId } = attempt
  const factor = await secondFactorOf(deps, adminId)
  if (!factor?.isConfirmed) return null
  if (!code?.trim()) throw codeWanted('Inserisci il codice della verifica in due passaggi')
  const executing = { log: deps.log, context: contextOf(request, `admin:${adminId}`) }
  return refusalOfCode(
    deps,
    { ...attempt, code, factor },
    async proof => !('refused' in (await execute(executing, adminId, { type: 'UseCode', proof }))),
  )
}

const codeWanted = (message: string) => new HttpFailure(401, message, { secondFactor: true })
