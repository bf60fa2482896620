import { refusals } from '../testing/refusals.ts'
import { confirms, eraseParts, erasePerson, exportPerson, joinPersons, partPerson } from './commands.ts'

const anna = ['anna@example.com', 'Anna  De Bianchi', null]

test('an erasure is confirmed by the address or the whole name, ignoring case and spaces', () => {
  for (const typed of ['anna@example.com', ' Anna@Example.com ', 'anna de  bianchi', 'ANNA DE BIANCHI'])
    expect(confirms(typed, anna)).toBe(true)
  expect(confirms('anna@BÜCHER.de', ['anna@xn--bcher-kva.de'])).toBe(true)
  expect(confirms('Jose\u0301', ['Jos\u00e9'])).toBe(true)
})

test('a part of it does not confirm the erasure', () => {
  for (const typed of [
    '',
    ' ',
    'anna',
    'anna@example',
    'Anna Bianchi',
    'annadebianchi',
    'null',
    'anna@example.com x',
  ])
    expect(confirms(typed, anna)).toBe(false)
  expect(confirms('', ['', null])).toBe(false)
})

const confirmation = 'anna@example.com'
const unconfirmed = 'confirmation: Scrivi l’email o il nome per confermare'
test.each([
  [erasePerson, { confirmation: undefined }, unconfirmed],
  [erasePerson, { confirmation: ' ' }, unconfirmed],
  [erasePerson, { confirmation: 'x'.repeat(601) }, 'confirmation: Conferma troppo lunga'],
  [eraseParts, { confirmation, parts: undefined }, 'parts: Scegli che cosa cancellare'],
  [eraseParts, { confirmation, parts: [] }, 'parts: Scegli che cosa cancellare'],
  [eraseParts, { confirmation, parts: ['x', ''] }, 'parts.1: Flusso non valido'],
  [exportPerson, { parts: undefined, format: 'json' }, 'parts: Scegli che cosa esportare'],
  [exportPerson, { parts: [], format: 'json' }, 'parts: Scegli che cosa esportare'],
  [exportPerson, { parts: ['x'], format: 'pdf' }, 'format: Formato non valido'],
  [joinPersons, { other: 'anna' }, 'other: Persona non valida'],
  [partPerson, { stream: 1 }, 'stream: Flusso non valido'],
  [partPerson, { stream: 'x'.repeat(201) }, 'stream: Flusso non valido'],
])('what an administrator asks of a person is refused: %#', (schema, body, refusal) =>
  expect(refusals(schema, body)).toEqual([refusal]),
)

test('parts of a person are erased and exported by their streams, up to five hundred', () => {
  const parts = Array(500).fill('x'.repeat(200))
  expect(eraseParts.parse({ parts, confirmation: ` ${confirmation} ` })).toEqual({ parts, confirmation })
  for (const format of ['json', 'html']) expect(refusals(exportPerson, { parts, format })).toEqual([])
  for (const schema of [eraseParts, exportPerson])
    expect(refusals(schema, { parts: [...parts, 'x'], confirmation, format: 'json' })).not.toEqual([])
  expect(refusals(partPerson, { stream: 'x' })).toEqual([])
})

test('a person’s id may be written in capitals', () => {
  const other = '0000000A-0000-4000-8000-000000000001'
  expect(joinPersons.parse({ other })).toEqual({ other: other.toLowerCase() })
})
