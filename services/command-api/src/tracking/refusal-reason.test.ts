import { isFailure, reasonOf } from './refusals.ts'

test('a reason is the message of the answer, without the sent values', () => {
  expect(reasonOf({ message: 'Email già registrata' }, 409)).toBe('Email già registrata')
  const issues = [{ path: '', message: 'Campo sconosciuto: anna' }]
  expect(reasonOf({ message: 'Campo sconosciuto: anna', issues }, 400)).toBe('Campo sconosciuto')
  expect(reasonOf({ message: 'Formato non supportato: invia JSON' }, 415)).toBe(
    'Formato non supportato: invia JSON',
  )
})

test('different times to wait make the same reason', () => {
  const sentences = ['Troppe richieste. Riprova tra 3 secondi.', 'Troppe richieste. Riprova tra 2 minuti.']
  expect(new Set(sentences.map(message => reasonOf({ message }, 429))).size).toBe(1)
})

test('a reason has at most 200 characters, and an empty message is no reason', () => {
  expect(reasonOf({ message: 'x'.repeat(300) }, 409)).toHaveLength(200)
  expect(reasonOf({ message: ' ' }, 409)).toBe(null)
})

test('an answer without a message is not recorded as a refusal', () => {
  expect(isFailure({ message: 'Risorsa non trovata' })).toBe(true)
  for (const other of [{}, null, { message: 1 }, 'testo']) expect(isFailure(other)).toBe(false)
})
