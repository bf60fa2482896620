import { updateProfile } from '../accounts/profile.ts'
import { submitLead } from '../leads/commands.ts'
import { submitQuestionnaire } from '../questionnaires/commands.ts'
import { plainPhone, withDialCode } from './phone.ts'
import { typedPhone } from './typed-phone.ts'

const person = { name: 'Anna Bianchi', email: 'anna@example.com' }
const answers = {
  countryCode: '+39',
  age: '26-35',
  occupation: 'Impiegata',
  tradingExperience: 'nessuna',
  investmentAmount: '500-1000',
  investmentGoal: 'apprendimento',
  riskTolerance: 'bassa',
  timeframe: 'subito',
  contactMethod: 'call',
}

/** The phone that each form keeps. */
const forms: Record<string, (phone: string) => unknown> = {
  lead: phone => submitLead.parse({ ...person, phone, plan: 'starter', deposit: '500' }).phone,
  questionnaire: phone => submitQuestionnaire.parse({ ...person, ...answers, phoneNumber: phone }).phone,
  profile: phone => updateProfile.parse({ phone }).phone,
  'profile, WhatsApp': phone => updateProfile.parse({ whatsappNumber: phone }).whatsappNumber,
}
const spellings = [
  '\u200e+39 333 1234567',
  '\u202a+39\u00a0333\u00a01234567\u202c',
  '+39\u200b333\u2011123\u20114567',
  '(06)\u2013123\u2212456',
  '\uff0b39 333 1234567',
]

test.each(Object.keys(forms))('invisible marks, blanks and hyphens make no number wrong: %s', form => {
  for (const typed of spellings) expect(forms[form]?.(typed)).toBe(typed)
})

test('dots and slashes are wrong only where the specification forbids them', () => {
  const [typed, profile] = ['06/123.456', 'Formato telefono non valido']
  expect([forms.lead?.(typed), forms.questionnaire?.(typed)]).toEqual([typed, typed])
  expect(() => forms.profile?.(typed)).toThrow(profile)
})

test('invisible marks are no number', () =>
  expect(() => forms.questionnaire?.('\u200b'.repeat(9))).toThrow('Numero di telefono richiesto'))

test.each([
  ['333 1234567', '+39 333 1234567'],
  ['+41 22 000', '+41 22 000'],
  ['\u202a+39 333 1234567', '\u202a+39 333 1234567'],
  ['0041 22 000', '0041 22 000'],
])('%s with the chosen +39 is shown as %s', (phone, shown) =>
  expect(withDialCode({ phone, countryCode: '+39' })).toBe(shown),
)

test('a number without a dial code, and no number, stay', () => {
  expect(withDialCode({ phone: '333 1', countryCode: null })).toBe('333 1')
  expect(withDialCode({ phone: null, countryCode: '+39' })).toBeNull()
})

test('rules see plain digits, hyphens and blanks', () =>
  expect(plainPhone(' \u202a\uff0b39\u00a0333\u2010\u2015\u2212\u200b1\u202c ')).toBe('+39 333---1'))

test('what was typed stays, if its rule says yes and it has at most 200 characters', () => {
  const phone = typedPhone(plain => plain.startsWith('0'), 'Numero sbagliato')
  const refusal = (typed: unknown) => phone.safeParse(typed).error?.issues[0]?.message
  expect(phone.parse('  \uff106 1 ')).toBe('\uff106 1')
  expect(phone.parse('0'.repeat(200))).toHaveLength(200)
  expect(['1', '0'.repeat(201), null].map(refusal)).toEqual(Array(3).fill('Numero sbagliato'))
})
