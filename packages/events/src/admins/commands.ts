import { z } from 'zod'
import { emailAddress, knownEmailAddress, withAsciiDomain } from '../contact/email-address.ts'
import { filled, typed } from '../typed.ts'
import { role } from './roles.ts'

const required = (message: string) => typed(message, 255)

const password = filled('Password richiesta', 255)
const code = required('Codice richiesto')

export const adminLogin = z.strictObject({
  email: required('Email richiesta').overwrite(withAsciiDomain),
  password,
  /** Of the second factor: a current code, or a recovery code. */
  code: z.string('Codice non valido').max(255, 'Codice non valido').optional(),
})

const chosenRole = z.enum(role.options, 'Scegli un ruolo')
export const inviteAdmin = z.strictObject({ email: emailAddress(), role: chosenRole })
export const changeAdminRole = z.strictObject({ role: chosenRole })

/** What is asked of a new password, beforehand; what is easy to guess only the server refuses. */
export const passwordRule =
  'almeno 12 caratteri, nessuna delle password più usate, senza il nome del tuo indirizzo email né quello del sito'
const tooShort = 'La password deve contenere almeno 12 caratteri'

const newPassword = z
  .string(tooShort)
  .min(12, tooShort)
  .max(255, 'La password può contenere al massimo 255 caratteri')

export const acceptInvitation = z.strictObject({
  token: filled('Link non valido', 500),
  password: newPassword,
})

/** `code`: only for an account with a second factor. */
export const changeAdminPassword = z.strictObject({
  current: password,
  password: newPassword,
  code: code.optional(),
})

export const enrolTotp = z.strictObject({ password })
export const confirmTotp = z.strictObject({ code })
export const removeTotp = z.strictObject({ password, code })

const shape = /^(G-[A-Za-z0-9]{4,12})?$/

export const setMeasurementId = z.strictObject({
  measurementId: z
    .string('ID di misurazione non valido')
    .trim()
    .regex(shape, 'ID di misurazione non valido (formato G-XXXXXXXXXX)'),
})

/** Erases a person by address, customer or not. */
export const eraseAddress = z.strictObject({ email: knownEmailAddress })
