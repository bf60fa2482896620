import { refusals } from '../testing/refusals.ts'
import { submitLead } from './commands.ts'

const lead = { name: 'Anna', email: 'anna@example.com', plan: 'starter', deposit: '500' }
const otherDeposit = 'deposit: Il deposito non corrisponde al piano scelto'

test.each([
  [{ name: 'A' }, 'name: Il nome deve contenere almeno 2 caratteri'],
  [{ email: 'anna' }, 'email: Inserisci un indirizzo email valido'],
  [{ phone: '1'.repeat(51) }, 'phone: Al massimo 50 caratteri'],
  [{ plan: 'gold' }, 'plan: Piano non valido'],
  [{ deposit: '100' }, 'deposit: Deposito non valido'],
  [{ deposit: 500 }, 'deposit: Deposito non valido'],
  [{ deposit: '3000' }, otherDeposit],
  [{ plan: 'elite' }, otherDeposit],
  [{ message: 1 }, 'message: Testo non valido'],
  [{ message: 'x'.repeat(2_001) }, 'message: Al massimo 2000 caratteri'],
])('a contact with %j is refused', (more, refusal) =>
  expect(refusals(submitLead, { ...lead, ...more })).toContain(refusal),
)

test.each([
  [{}],
  [{ plan: 'professional', deposit: '1000', phone: null, message: null }],
  [{ plan: 'elite', deposit: '3000', phone: '1'.repeat(50), message: 'x'.repeat(2_000) }],
])('a contact with %j is not', more =>
  expect(submitLead.parse({ ...lead, ...more })).toEqual({ ...lead, ...more }),
)

test('a message is kept without the blanks around it', () =>
  expect(submitLead.parse({ ...lead, message: ' Ciao ' }).message).toBe('Ciao'))
