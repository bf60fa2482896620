import { z } from 'zod'
import { plainPhone } from './phone.ts'

/** What a rule does not count is limited too. */
const maxTyped = 200

/** Keeps what was typed; the rule sees the plain number. */
export const typedPhone = (isValid: (plain: string) => boolean, message: string) =>
  z
    .string(message)
    .trim()
    .max(maxTyped, message)
    .refine(typed => isValid(plainPhone(typed)), message)
