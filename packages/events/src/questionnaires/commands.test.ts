import { refusals } from '../testing/refusals.ts'
import { submitQuestionnaire } from './commands.ts'

const answers = {
  name: 'Anna',
  email: 'anna@example.com',
  countryCode: '+39',
  age: '40',
  occupation: 'Medico',
  tradingExperience: 'nessuna',
  investmentAmount: '500',
  investmentGoal: 'rendita',
  riskTolerance: 'bassa',
  timeframe: 'un anno',
  contactMethod: 'call',
}
const sent = { ...answers, phoneNumber: '333 1234' }
const required = {
  name: 'Nome richiesto',
  countryCode: 'Prefisso richiesto',
  age: 'Età richiesta',
  occupation: 'Occupazione richiesta',
  tradingExperience: 'Esperienza richiesta',
  investmentAmount: 'Importo richiesto',
  investmentGoal: 'Obiettivo richiesto',
  riskTolerance: 'Tolleranza al rischio richiesta',
  timeframe: 'Tempistica richiesta',
}

test.each(Object.entries(required))('%s is answered, in 255 letters at most: %s', (field, message) => {
  for (const answer of [undefined, ' '])
    expect(refusals(submitQuestionnaire, { ...sent, [field]: answer })).toEqual([`${field}: ${message}`])
  const long = { ...sent, [field]: 'x'.repeat(256) }
  expect(refusals(submitQuestionnaire, long)).toEqual([`${field}: Risposta troppo lunga`])
  expect(submitQuestionnaire.parse({ ...sent, [field]: ' 42 ' })).toHaveProperty(field, '42')
  const isShort = ['name', 'countryCode', 'occupation'].includes(field)
  expect(refusals(submitQuestionnaire, { ...sent, [field]: '4' })).toHaveLength(isShort ? 1 : 0)
})

const noPhone = 'phoneNumber: Numero di telefono richiesto'
test.each([
  [{ email: 'anna' }, 'email: Email valida richiesta'],
  [{ phoneNumber: '1234' }, noPhone],
  [{ phoneNumber: '1'.repeat(51) }, noPhone],
  [{ phoneNumber: undefined }, noPhone],
  [{ contactMethod: 'letter' }, 'contactMethod: Metodo di contatto non valido'],
  [{ additionalInfo: 1 }, 'additionalInfo: Testo non valido'],
  [{ additionalInfo: 'x'.repeat(2_001) }, 'additionalInfo: Al massimo 2000 caratteri'],
  [{ source: 1 }, 'source: Indirizzo non valido'],
  [{ source: 'x'.repeat(2_049) }, 'source: Indirizzo troppo lungo'],
])('a questionnaire with %j is refused', (more, refusal) =>
  expect(refusals(submitQuestionnaire, { ...sent, ...more })).toContain(refusal),
)

test('a number is taken under either name, and kept under one', () => {
  for (const number of ['12345', '1'.repeat(50)]) {
    expect(submitQuestionnaire.parse({ ...answers, phoneNumber: number })).toEqual({
      ...answers,
      phone: number,
    })
    expect(submitQuestionnaire.parse({ ...answers, phone: number })).toEqual({ ...answers, phone: number })
  }
  expect(submitQuestionnaire.parse({ ...sent, phone: '12345' }).phone).toBe('12345')
})

test('whoever answers is called, written to or shown', () => {
  for (const contactMethod of ['whatsapp', 'call', 'demo'])
    expect(refusals(submitQuestionnaire, { ...sent, contactMethod, source: null })).toEqual([])
  expect(submitQuestionnaire.parse({ ...sent, additionalInfo: ' Sì ' }).additionalInfo).toBe('Sì')
})
