import { randomBytes } from 'node:crypto'
import { type Passwords, passwords } from '@tba/command-api/accounts/passwords.ts'
import { unknownPassword } from './act-account.ts'
import { cast } from './cast.ts'
import type { Stage } from './stage.ts'

const addresses = new Set(cast.map(({ email }) => email))

/** Who asks for the work: here it is nobody’s address. */
const demo = 'demo'

/** Only the cast can sign in: each of them gets a real hash; all others share one that no password matches. */
export async function passwordsOf(password: string): Promise<Pick<Stage, 'passwords' | 'passwordOf'>> {
  const real: Passwords = await passwords()
  const nobodys = await real.hash(randomBytes(32).toString('base64url'), demo)
  return {
    passwords: { hash: async text => (text === unknownPassword ? nobodys : real.hash(text, demo)) },
    passwordOf: email => (addresses.has(email) ? password : null),
  }
}

export const newSamplePassword = () => randomBytes(6).toString('base64url')

/** @param admin their address, and their password where it was made just now */
export function credits(
  password: string,
  admin: { email: string; made: string | null; given: boolean },
): string[] {
  const widest = Math.max(...cast.map(({ email }) => email.length))
  const how = admin.made
    ? `password ${admin.made} (shown only now)`
    : `password ${admin.given ? 'as ADMIN_PASSWORD says' : 'as the first start showed it'}`
  return [
    `Who can sign in at /auth, all with the password ${password}`,
    ...cast.map(({ email, stage }) => `  ${email.padEnd(widest)}  ${stage}`),
    'and at /admin/login',
    `  ${admin.email.padEnd(widest)}  ${how}`,
  ]
}
