import { z } from 'zod'
import { emailAddress } from '../contact/email-address.ts'
import { typedPhone } from '../people/typed-phone.ts'

export const contactMethod = z.enum(['whatsapp', 'call', 'demo'])

const answer = (message: string, min = 1) =>
  z.string(message).trim().min(min, message).max(255, 'Risposta troppo lunga')

const emailMessage = 'Email valida richiesta'
const phoneMessage = 'Numero di telefono richiesto'
const phone = typedPhone(plain => plain.length >= 5 && plain.length <= 50, phoneMessage)

/** POST /api/questionnaire. The client sends the number as `phoneNumber`; `phone` is accepted too. */
export const submitQuestionnaire = z
  .strictObject({
    name: answer('Nome richiesto', 2),
    email: emailAddress(emailMessage),
    phone: phone.optional(),
    phoneNumber: phone.optional(),
    countryCode: answer('Prefisso richiesto', 2),
    age: answer('Età richiesta'),
    occupation: answer('Occupazione richiesta', 2),
    tradingExperience: answer('Esperienza richiesta'),
    investmentAmount: answer('Importo richiesto'),
    investmentGoal: answer('Obiettivo richiesto'),
    riskTolerance: answer('Tolleranza al rischio richiesta'),
    timeframe: answer('Tempistica richiesta'),
    contactMethod: z.enum(contactMethod.options, 'Metodo di contatto non valido'),
    additionalInfo: z.string('Testo non valido').trim().max(2000, 'Al massimo 2000 caratteri').nullish(),
    source: z.string('Indirizzo non valido').max(2048, 'Indirizzo troppo lungo').nullish(),
  })
  .refine(body => body.phone ?? body.phoneNumber, { path: ['phoneNumber'], message: phoneMessage })
  .transform(({ phoneNumber, phone: number, ...body }) => ({ ...body, phone: number ?? phoneNumber ?? '' }))
export type SubmitQuestionnaire = z.infer<typeof submitQuestionnaire>
