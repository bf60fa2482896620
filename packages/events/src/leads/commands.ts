import { z } from 'zod'
import { personName } from '../accounts/commands.ts'
import { emailAddress } from '../contact/email-address.ts'
import { typedPhone } from '../people/typed-phone.ts'
import { depositEuro, plan } from '../setup/plans.ts'

const optionalText = (max: number) =>
  z.string('Testo non valido').trim().max(max, `Al massimo ${max} caratteri`).nullish()

/** POST /api/leads. */
export const submitLead = z
  .strictObject({
    name: personName('nome'),
    email: emailAddress(),
    phone: typedPhone(plain => plain.length <= 50, 'Al massimo 50 caratteri').nullish(),
    plan: z.enum(plan.options, 'Piano non valido'),
    deposit: z.enum(['500', '1000', '3000'], 'Deposito non valido'),
    message: optionalText(2000),
  })
  .refine(body => Number(body.deposit) === depositEuro[body.plan], {
    path: ['deposit'],
    message: 'Il deposito non corrisponde al piano scelto',
  })
export type SubmitLead = z.infer<typeof submitLead>
