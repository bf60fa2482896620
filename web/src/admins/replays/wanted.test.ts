import { expect, test } from 'vitest'
import { readWanted, requestOf } from './wanted.ts'

const asked = (address: string) => requestOf(readWanted(new URLSearchParams(address)))

test('An empty address asks for all of the log as a stream', () => {
  expect(asked('')).toEqual({ mode: { kind: 'stream' } })
})

test('Period, types and visits of the address are what is asked for', () => {
  expect(asked('from=2026-01-01T00:00:00.000Z&type=LeadSubmitted&type=LeadErased&visit=v')).toEqual({
    ...{ from: '2026-01-01T00:00:00.000Z', types: ['LeadSubmitted', 'LeadErased'], visits: ['v'] },
    mode: { kind: 'stream' },
  })
})

test('A projection is played whole, whatever else the address says', () => {
  expect(asked('mode=projection&projection=users&type=LeadSubmitted')).toEqual({
    mode: { kind: 'projection', projection: 'users' },
  })
})

test('What is missing or wrong is said in a sentence', () => {
  expect(asked('mode=projection')).toBe('Scegli la proiezione.')
  expect(asked('mode=funnel')).toBe('Scegli il funnel.')
  expect(asked('mode=funnel&definition={')).toMatch(/^Il funnel nell’indirizzo/)
  expect(asked('type=Inventato')).toBe('Tipo di evento sconosciuto: Inventato')
})
