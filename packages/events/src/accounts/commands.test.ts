import { refusals } from '../testing/refusals.ts'
import * as commands from './commands.ts'
import { setProfileImage, updateProfile, webAddress } from './profile.ts'

const account = { email: 'anna@example.com', password: '123456', firstName: 'Anna', lastName: 'Neri' }
const { register, login, changePassword, resetPassword, proveAddress, eraseAccount, forgotPassword } =
  commands
const shortPassword = 'La password deve contenere almeno 6 caratteri'
const longPassword = 'La password può contenere al massimo 255 caratteri'
const long = 'x'.repeat(256)

test.each([
  [{ email: 'anna' }, 'email: Inserisci un indirizzo email valido'],
  [{ password: undefined }, `password: ${shortPassword}`],
  [{ password: '12345' }, `password: ${shortPassword}`],
  [{ password: long }, `password: ${longPassword}`],
  [{ firstName: 1 }, 'firstName: Il nome deve contenere almeno 2 caratteri'],
  [{ firstName: ' A ' }, 'firstName: Il nome deve contenere almeno 2 caratteri'],
  [{ firstName: long }, 'firstName: Il nome può contenere al massimo 255 caratteri'],
  [{ lastName: 'N' }, 'lastName: Il cognome deve contenere almeno 2 caratteri'],
])('an account with %j is not registered', (more, refusal) =>
  expect(refusals(register, { ...account, ...more })).toEqual([refusal]),
)

test('an account is registered by its names without the blanks around them', () =>
  expect(register.parse({ ...account, firstName: ' Anna ', password: 'x'.repeat(255) }).firstName).toBe(
    'Anna',
  ))

test.each([
  [login, { email: account.email, password: '12345' }, 'password: Password richiesta'],
  [login, { email: account.email, password: long }, 'password: Password richiesta'],
  [login, { email: account.email }, 'password: Password richiesta'],
  [changePassword, { currentPassword: '', newPassword: '123456' }, 'currentPassword: Password richiesta'],
  [changePassword, { currentPassword: 'x', newPassword: '12345' }, `newPassword: ${shortPassword}`],
  [eraseAccount, { password: long }, 'password: Password richiesta'],
  [eraseAccount, {}, 'password: Password richiesta'],
  [resetPassword, { token: 'x', password: '12345' }, `password: ${shortPassword}`],
  [resetPassword, { token: '', password: '123456' }, 'token: Link non valido'],
  [proveAddress, { token: 'x'.repeat(501) }, 'token: Link non valido'],
  [proveAddress, {}, 'token: Link non valido'],
  [forgotPassword, { email: 'anna' }, 'email: Inserisci un indirizzo email valido'],
])('what a customer sends is refused: %#', (schema, body, refusal) =>
  expect(refusals(schema, body)).toEqual([refusal]),
)

test('what a customer sends is taken up to its limits', () => {
  expect(refusals(login, { email: account.email, password: '123456' })).toEqual([])
  expect(refusals(changePassword, { currentPassword: 'x', newPassword: '123456' })).toEqual([])
  expect(refusals(eraseAccount, { password: 'x'.repeat(255) })).toEqual([])
  expect(refusals(resetPassword, { token: 'x'.repeat(500), password: '123456' })).toEqual([])
  expect(refusals(proveAddress, { token: 'x' })).toEqual([])
})

const noPhone = 'Formato telefono non valido'
test.each<[body: object, refusal: string]>([
  [{ firstName: '' }, 'firstName: Il nome deve contenere almeno 2 caratteri'],
  [{ lastName: null }, 'lastName: Il cognome deve contenere almeno 2 caratteri'],
  ...['casa', '+39 x', '1'.repeat(21), '++39', '39+'].map(
    phone => [{ phone }, `phone: ${noPhone}`] satisfies [object, string],
  ),
  [{ whatsappNumber: 'casa' }, 'whatsappNumber: Formato WhatsApp non valido'],
  [{ bio: 1 }, 'bio: La biografia è un testo'],
  [{ bio: 'x'.repeat(501) }, 'bio: La biografia può contenere al massimo 500 caratteri'],
  [{ country: 'x'.repeat(101) }, 'country: Il paese può contenere al massimo 100 caratteri'],
  [{ timezone: 'x'.repeat(51) }, 'timezone: Il fuso orario può contenere al massimo 50 caratteri'],
  [{ website: 'example.org' }, 'website: Inserisci un indirizzo web valido'],
])('a profile is not changed by %j', (body, refusal) =>
  expect(refusals(updateProfile, body)).toEqual([refusal]),
)

test('an absent field of a profile stays, and an empty one is cleared', () => {
  expect(updateProfile.parse({})).toEqual({})
  const fields = ['phone', 'bio', 'website', 'telegramUrl', 'whatsappNumber', 'country', 'timezone']
  for (const field of fields)
    for (const empty of ['', ' ', null])
      expect(updateProfile.parse({ [field]: empty })).toEqual({ [field]: null })
  const kept = {
    phone: '+39 (333) 123-456',
    bio: 'x'.repeat(500),
    country: 'Italia',
    website: 'https://a.it',
  }
  expect(updateProfile.parse({ ...kept, country: ' Italia ' })).toEqual(kept)
  expect(refusals(updateProfile, { phone: '1'.repeat(20) })).toEqual([])
})

const noAddress = ': Inserisci un indirizzo web valido'
test.each([
  ['javascript:alert(1)', [noAddress]],
  ['ftp://example.org', [noAddress]],
  ['xhttps://example.org', [noAddress]],
  ['httpsx://example.org', [noAddress]],
  [1, [noAddress]],
  [`https://example.org/${'x'.repeat(2_048)}`, [': Indirizzo troppo lungo']],
  ['http://example.org', []],
  [' https://example.org/a?b ', []],
])('of the address %j it is said %j', (address, said) => expect(refusals(webAddress, address)).toEqual(said))

test('an image has an address', () => {
  expect(refusals(setProfileImage, { imageUrl: '/a.png' })).toEqual([])
  for (const imageUrl of [undefined, ''])
    expect(refusals(setProfileImage, { imageUrl })).toEqual(['imageUrl: Indirizzo dell’immagine richiesto'])
  expect(refusals(setProfileImage, { imageUrl: 'x'.repeat(2_049) })).toHaveLength(1)
})
