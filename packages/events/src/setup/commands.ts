import { z } from 'zod'
import { filled, typed } from '../typed.ts'
import { botType, depositEuro, minimumAllocationEuro, plan } from './plans.ts'

/** The request bodies, with an Italian message for each broken rule. */

const amountText = z
  .string('Deposito non valido')
  .regex(/^[1-9]\d{0,5}$/, 'Deposito non valido')
  .transform(Number)

export const activatePlan = z
  .strictObject({
    plan: z.enum(plan.options, 'Piano non valido'),
    deposit: z.union([z.int('Deposito non valido'), amountText], 'Deposito non valido'),
    status: z.literal('active', 'Stato non valido').optional(),
  })
  .refine(body => body.deposit === depositEuro[body.plan], {
    path: ['deposit'],
    message: 'Il deposito non corrisponde al piano scelto',
  })
export type ActivatePlan = z.infer<typeof activatePlan>

const flag = z.boolean('Valore non valido').optional()

export const updateProgress = z
  .strictObject({
    step1_broker_account: flag,
    step1_broker_link: z
      .url({ protocol: /^https?$/, error: 'Indirizzo non valido' })
      .max(2048)
      .optional(),
    step2_mt4_authenticated: flag,
    step2_axi_connected: flag,
    step2_license_key: z
      .string('Codice non valido')
      .regex(/^[A-Za-z0-9-]{1,64}$/, 'Codice non valido')
      .optional(),
    step3_security_verified: flag,
    step3_screenshots: z
      .array(z.string('Nome di file non valido').min(1).max(255, 'Nome di file troppo lungo'))
      .max(20, 'Troppi file')
      .optional(),
  })
  .refine(body => Object.values(body).some(value => value !== undefined), 'Nessun campo da aggiornare')
export type UpdateProgress = z.infer<typeof updateProgress>

export const saveCredentials = z.strictObject({
  platform: z.enum(['MT4', 'MT5'], 'Piattaforma non valida'),
  server: typed('Server richiesto', 100, 'Server non valido'),
  loginNumber: typed('Numero account richiesto', 50, 'Numero account troppo lungo'),
  password: filled('Password richiesta', 255, 'Password troppo lunga'),
})
export type SaveCredentials = z.infer<typeof saveCredentials>

export const activateBot = z.strictObject({
  botType: z
    .string('Bot richiesto')
    .min(1, 'Bot richiesto')
    .pipe(z.enum(botType.options, 'Bot sconosciuto'))
    .meta({ enum: botType.options }),
  strategyName: typed('Strategia richiesta', 100, 'Nome della strategia troppo lungo'),
  allocatedAmount: z
    .int('Importo non valido')
    .min(minimumAllocationEuro, 'Importo minimo €100')
    .max(1_000_000, 'Importo troppo alto'),
})
export type ActivateBot = z.infer<typeof activateBot>
