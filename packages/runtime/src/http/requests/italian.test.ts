import { activatePlan, updateProgress } from '@tba/events/setup/commands.ts'
import { z } from 'zod'
import { useItalianMessages } from './italian.ts'

beforeAll(useItalianMessages)

const said = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message)

test.each<[z.ZodType, unknown, string]>([
  [z.strictObject({}), { admin: true }, 'Campo sconosciuto: admin'],
  [z.strictObject({}), { a: 1, b: 2 }, 'Campi sconosciuti: a, b'],
  [z.object({ name: z.string() }), {}, 'Campo obbligatorio'],
  [z.string(), 7, 'Tipo di valore non valido'],
  [z.string().min(2), 'a', 'Almeno 2 caratteri'],
  [z.string().max(2), 'abc', 'Al massimo 2 caratteri'],
  [z.array(z.int()).max(1), [1, 2], 'Al massimo 1 elementi'],
  [z.number().min(100), 99, 'Almeno 100'],
  [z.email(), 'x', 'Formato non valido'],
  [z.enum(['a', 'b']), 'c', 'Valore non valido'],
  [z.union([z.string(), z.int()]), true, 'Valore non valido'],
  [z.int(), 1.5, 'Tipo di valore non valido'],
])('a broken rule without its own message says %#: %j', (schema, input, sentence) =>
  expect(said(schema, input)).toEqual([sentence]),
)

test('a very long field name is not repeated in full', () => {
  const flood = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n}${'x'.repeat(500)}`, 1]))
  expect(said(z.strictObject({}), flood)?.[0]?.length).toBeLessThan(300)
})

test('the product’s own messages come first', () => {
  expect(said(activatePlan, { plan: 'gold', deposit: 500 })).toEqual(['Piano non valido'])
  expect(said(updateProgress, {})).toEqual(['Nessun campo da aggiornare'])
})
