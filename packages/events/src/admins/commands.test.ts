import { refusals } from '../testing/refusals.ts'
import * as commands from './commands.ts'
import { permissionsOf, refusalOf } from './roles.ts'

const { adminLogin, inviteAdmin, changeAdminRole, acceptInvitation, changeAdminPassword } = commands
const { confirmTotp, enrolTotp, removeTotp, setMeasurementId } = commands
const tooShort = 'password: La password deve contenere almeno 12 caratteri'
const long = 'x'.repeat(256)
const email = 'anna@example.com'
const password = '123456789012'

test.each([
  [adminLogin, { email: ' ', password: 'x' }, 'email: Email richiesta'],
  [adminLogin, { email: long, password: 'x' }, 'email: Email richiesta'],
  [adminLogin, { email, password: '' }, 'password: Password richiesta'],
  [adminLogin, { email, password: long }, 'password: Password richiesta'],
  [adminLogin, { email, password: 'x', code: 1 }, 'code: Codice non valido'],
  [adminLogin, { email, password: 'x', code: long }, 'code: Codice non valido'],
  [inviteAdmin, { email: 'anna', role: 'analyst' }, 'email: Inserisci un indirizzo email valido'],
  [inviteAdmin, { email, role: 'guest' }, 'role: Scegli un ruolo'],
  [changeAdminRole, {}, 'role: Scegli un ruolo'],
  [acceptInvitation, { token: '', password }, 'token: Link non valido'],
  [acceptInvitation, { token: 'x'.repeat(501), password }, 'token: Link non valido'],
  [acceptInvitation, { token: 'x', password: '12345678901' }, tooShort],
  [acceptInvitation, { token: 'x' }, tooShort],
  [
    acceptInvitation,
    { token: 'x', password: long },
    'password: La password può contenere al massimo 255 caratteri',
  ],
  [changeAdminPassword, { password }, 'current: Password richiesta'],
  [changeAdminPassword, { current: 'x', password: 'x' }, tooShort],
  [changeAdminPassword, { current: 'x', password, code: ' ' }, 'code: Codice richiesto'],
  [enrolTotp, {}, 'password: Password richiesta'],
  [confirmTotp, { code: long }, 'code: Codice richiesto'],
  [removeTotp, { password: 'x' }, 'code: Codice richiesto'],
])('what an administrator sends is refused: %#', (schema, body, refusal) =>
  expect(refusals(schema, body)).toEqual([refusal]),
)

test('what an administrator sends is taken up to its limits', () => {
  const typed = { email: ' Anna@BÜCHER.de ', password: 'x', code: '' }
  expect(adminLogin.parse(typed)).toEqual({ ...typed, email: 'Anna@xn--bcher-kva.de' })
  for (const role of ['administrator', 'analyst']) {
    expect(refusals(inviteAdmin, { email, role })).toEqual([])
    expect(refusals(changeAdminRole, { role })).toEqual([])
  }
  expect(refusals(acceptInvitation, { token: 'x'.repeat(500), password })).toEqual([])
  expect(refusals(changeAdminPassword, { current: 'x', password: 'x'.repeat(255) })).toEqual([])
  expect(removeTotp.parse({ password: ' x', code: ' 123456 ' })).toEqual({ password: ' x', code: '123456' })
})

test.each(['', 'G-ABCD', 'G-a1b2c3d4e5f6', ' G-ABCD1234 '])('«%s» is an id of measurement', measurementId =>
  expect(setMeasurementId.parse({ measurementId })).toEqual({ measurementId: measurementId.trim() }),
)
test.each(['G-ABC', 'G-ABCDEFGHIJKLM', 'UA-1234', 'xG-ABCD', 'G-AB CD', 'G-ABCD!'])(
  '«%s» is none',
  measurementId =>
    expect(refusals(setMeasurementId, { measurementId })).toEqual([
      'measurementId: ID di misurazione non valido (formato G-XXXXXXXXXX)',
    ]),
)

test('an analyst reads and analyses, and is told what only an administrator may do', () => {
  expect(permissionsOf('analyst')).toEqual(['read', 'analyse'])
  for (const permission of permissionsOf('administrator')) {
    expect(refusalOf('administrator', permission)).toBeNull()
    const isAllowed = permissionsOf('analyst').includes(permission)
    expect(refusalOf('analyst', permission)).toEqual(
      isAllowed ? null : expect.stringMatching(/^Solo un amministratore può \p{L}+,? \p{L}+/u),
    )
  }
  expect(permissionsOf('administrator')).toHaveLength(11)
})
