import { z } from 'zod'
import { emailAddress } from '../accounts/commands.ts'

const required = (message: string) => z.string(message).trim().min(1, message).max(255, message)

export const adminLogin = z.strictObject({
  email: required('Email richiesta'),
  password: z.string('Password richiesta').min(1, 'Password richiesta').max(255, 'Password richiesta'),
})

const shape = /^(G-[A-Za-z0-9]{4,12})?$/

export const setMeasurementId = z.strictObject({
  measurementId: z
    .string('ID di misurazione non valido')
    .trim()
    .regex(shape, 'ID di misurazione non valido (formato G-XXXXXXXXXX)'),
})

/** Erases a person by their address, customer or not. */
export const eraseAddress = z.strictObject({ email: emailAddress })
