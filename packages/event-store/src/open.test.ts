import { expect, test } from 'vitest'
import { openEventStore } from './open.ts'

test.each([
  [
    'mysql://anna:segreta@localhost/log',
    'there is no event store for mysql: its address has to be postgres://…',
  ],
  ['anna:segreta@localhost', 'there is no event store for anna: its address has to be postgres://…'],
  ['//segreta', 'the event store’s address is none: it has to be postgres://…'],
])('%s is refused in a sentence', async (url, sentence) => {
  await expect(openEventStore({ url })).rejects.toThrow(new Error(sentence))
})
