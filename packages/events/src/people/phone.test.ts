import { updateProfile } from '../accounts/profile.ts'
import { submitLead } from '../leads/commands.ts'
import { submitQuestionnaire } from '../questionnaires/commands.ts'
import { withDialCode } from './phone.ts'

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
