import { expect, test } from 'vitest'
import { readParameters, requestOf } from './replay-request.ts'

const asked = (address: string) => requestOf(readParameters(new URLSearchParams(address)))

test('A projection is replayed completely, whatever the address says', () => {
  expect(asked('mode=projection&projection=users&type=LeadSubmitted')).toEqual({
    mode: { kind: 'projection', projection: 'users' },
  })
})

test('Missing or wrong parameters give a sentence', () => {
  expect(asked('mode=projection')).toBe('Scegli la proiezione.')
  expect(asked('mode=funnel')).toBe('Scegli il funnel.')
  expect(asked('mode=funnel&definition={')).toMatch(/^Il funnel nell’indirizzo/)
  expect(asked('type=Inventato')).toBe('Tipo di evento sconosciuto: Inventato')
})
