import { expect, test } from 'vitest'
import { isFailure, reasonOf } from './refusals.ts'

test('a reason is the sentence of the answer, without what was sent', () => {
  expect(reasonOf({ message: 'Email già registrata' }, 409)).toBe('Email già registrata')
  const issues = [{ path: '', message: 'Campo sconosciuto: anna' }]
  expect(reasonOf({ message: 'Campo sconosciuto: anna', issues }, 400)).toBe('Campo sconosciuto')
  expect(reasonOf({ message: 'Formato non supportato: invia JSON' }, 415)).toBe(
    'Formato non supportato: invia JSON',
  )
})

test('how long somebody has to wait makes no reason of its own', () => {
  const sentences = ['Troppe richieste. Riprova tra 3 secondi.', 'Troppe richieste. Riprova tra 2 minuti.']
  expect(new Set(sentences.map(message => reasonOf({ message }, 429))).size).toBe(1)
})

test('a reason has 200 characters at most, and an empty sentence is none', () => {
  expect(reasonOf({ message: 'x'.repeat(300) }, 409)).toHaveLength(200)
  expect(reasonOf({ message: ' ' }, 409)).toBe(null)
})

test('an answer without a sentence is no refusal that somebody read', () => {
  expect(isFailure({ message: 'Risorsa non trovata' })).toBe(true)
  for (const other of [{}, null, { message: 1 }, 'testo']) expect(isFailure(other)).toBe(false)
})
