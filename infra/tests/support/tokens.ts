import { createHmac, randomBytes } from 'node:crypto'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT that anybody could write. `alg: 'none'` leaves it unsigned. */
function written(key: Buffer, claims: object, alg: 'HS256' | 'HS512' | 'none' = 'HS256'): string {
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  if (alg === 'none') return `${text}.`
  const signature = createHmac(alg === 'HS256' ? 'sha256' : 'sha512', key).update(text)
  return `${text}.${signature.digest('base64url')}`
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/**
 * Tokens of a forger, a thief of old tokens or a user of another service, made from a valid token.
 * @param other the claims of an account that the session is not of
 */
export function badTokens(good: string, key: Buffer, other: object): Record<string, string> {
  const claims = claimsOf(good)
  const now = Math.floor(Date.now() / 1000)
  const [header = '', body = '', signature = ''] = good.split('.')
  const otherAudience = claims.aud === 'customer' ? 'admin' : 'customer'
  return {
    'signed with another key': written(randomBytes(32), claims),
    'not signed at all': written(key, claims, 'none'),
    'signed in another way': written(key, claims, 'HS512'),
    'with a signature that was cut': `${header}.${body}.${signature.slice(0, -4)}`,
    'with claims that were changed': `${header}.${part({ ...claims, sub: nobody })}.${signature}`,
    expired: written(key, { ...claims, iat: now - 7200, exp: now - 3600 }),
    'that never expires': written(key, { ...claims, exp: undefined }),
    'of another audience': written(key, { ...claims, aud: otherAudience }),
    'of another issuer': written(key, { ...claims, iss: 'altri' }),
    'of a session that never was': written(key, { ...claims, sid: nobody }),
    'of another account in the same session': written(key, { ...claims, ...other }),
    'that is no token': 'abc.def.ghi',
  }
}

const nobody = 'b4c2e6a0-1d2f-4c3e-8f5a-6b7c8d9e0f1a'
