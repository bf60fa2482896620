import { z } from 'zod'
import { typedPhone } from '../people/typed-phone.ts'
import { filled } from '../typed.ts'
import { personName } from './commands.ts'

const phoneShape = /^\+?[\d\s()-]+$/
const optionalText = (max: number, name: string) =>
  z
    .string(`${name} è un testo`)
    .trim()
    .max(max, `${name} può contenere al massimo ${max} caratteri`)
    .nullable()
const emptyAsNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess(value => (typeof value === 'string' && value.trim() === '' ? null : value), schema).optional()

const phone = (message: string) =>
  emptyAsNull(typedPhone(plain => phoneShape.test(plain) && plain.length <= 20, message).nullable())

/** Only addresses to which a browser can safely be sent. */
export const webAddress = z
  .string('Inserisci un indirizzo web valido')
  .trim()
  .max(2048, 'Indirizzo troppo lungo')
  .pipe(z.url({ protocol: /^https?$/, error: 'Inserisci un indirizzo web valido' }))
  .meta({ format: 'uri' })

const address = emptyAsNull(webAddress.nullable())

/** PUT /api/user/profile: an absent field stays, `""` or null clears it (not the names). */
export const updateProfile = z.strictObject({
  firstName: personName('nome').optional(),
  lastName: personName('cognome').optional(),
  phone: phone('Formato telefono non valido'),
  bio: emptyAsNull(optionalText(500, 'La biografia')),
  website: address,
  linkedinUrl: address,
  twitterUrl: address,
  facebookUrl: address,
  instagramUrl: address,
  telegramUrl: address,
  whatsappNumber: phone('Formato WhatsApp non valido'),
  country: emptyAsNull(optionalText(100, 'Il paese')),
  timezone: emptyAsNull(optionalText(50, 'Il fuso orario')),
})
export type UpdateProfile = z.infer<typeof updateProfile>

export const setProfileImage = z.strictObject({
  imageUrl: filled('Indirizzo dell’immagine richiesto', 2_048, 'Indirizzo troppo lungo'),
})
