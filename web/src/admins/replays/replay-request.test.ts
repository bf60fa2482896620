import { requestOf } from './replay.form.tsx'

function requested(address: string) {
  const params = new URLSearchParams(address)
  return requestOf({ get: name => params.get(name) ?? '', getAll: name => params.getAll(name) })
}

test('A projection is replayed completely, with any address', () => {
  expect(requested('mode=projection&projection=users&type=LeadSubmitted')).toEqual({
    mode: { kind: 'projection', projection: 'users' },
  })
})

test('Missing or wrong parameters show a message', () => {
  expect(requested('mode=projection')).toBe('Scegli la proiezione.')
  expect(requested('mode=funnel')).toBe('Scegli il funnel.')
  expect(requested('mode=funnel&definition={')).toMatch(/^Invalid|non valid/)
  expect(requested('type=Inventato')).toBe('Tipo di evento sconosciuto: Inventato')
})
