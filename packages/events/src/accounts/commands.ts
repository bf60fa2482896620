import { z } from 'zod'
import { emailAddress, knownEmailAddress } from '../contact/email-address.ts'
import { filled } from '../typed.ts'

/** The request bodies, with an Italian message for each broken rule. */

const nameMessage = (field: string) => `Il ${field} deve contenere almeno 2 caratteri`

export const personName = (field: 'nome' | 'cognome') =>
  z
    .string(nameMessage(field))
    .trim()
    .min(2, nameMessage(field))
    .max(255, `Il ${field} può contenere al massimo 255 caratteri`)

const passwordMessage = 'La password deve contenere almeno 6 caratteri'

export const newPassword = z
  .string(passwordMessage)
  .min(6, passwordMessage)
  .max(255, 'La password può contenere al massimo 255 caratteri')

export const register = z.strictObject({
  email: emailAddress(),
  password: newPassword,
  firstName: personName('nome'),
  lastName: personName('cognome'),
})
export type Register = z.infer<typeof register>

export const login = z.strictObject({
  email: knownEmailAddress,
  password: z.string('Password richiesta').min(6, 'Password richiesta').max(255, 'Password richiesta'),
})
export type Login = z.infer<typeof login>

const currentPassword = filled('Password richiesta', 255)

export const changePassword = z.strictObject({ currentPassword, newPassword })

export const forgotPassword = z.strictObject({ email: knownEmailAddress })

const token = filled('Link non valido', 500)

export const resetPassword = z.strictObject({ token, password: newPassword })

/** The token of the letter that went to the account's address. */
export const proveAddress = z.strictObject({ token })

/** An erasure cannot be undone, so it needs the password. */
export const eraseAccount = z.strictObject({ password: currentPassword })
