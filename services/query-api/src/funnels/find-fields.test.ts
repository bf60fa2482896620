import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { findFields } from './find-fields.ts'

test('a step is offered the values of each field: the most frequent first, then the rest that it can have', async () => {
  const stream = streams.visit('v')
  const clicks = (elementText: string) => recordedFixture('InteractionTracked', { stream }, { elementText })
  const many = Array.from({ length: 31 }, (_, number) => clicks(`n${number}`))
  const chosen = recordedFixture('ConsentChosen', { stream }, { choice: 'none' })
  const later = { ...recordedFixture('ConsentChosen', { stream }), type: 'OfANewerBuild' }
  using copy = await copyOf([
    clicks('Prezzi'),
    clicks('Inizia'),
    clicks('Inizia'),
    clicks(''),
    ...many,
    chosen,
    later,
  ])
  const { types } = await copy.ask(reading => findFields(reading, {}))
  expect(types.map(({ type }) => type)).toEqual(['ConsentChosen', 'InteractionTracked'])
  const [consent, interaction] = types
  expect(consent?.fields).toEqual([{ path: 'choice', kind: 'text', values: ['none', 'all'] }])
  const valuesOf = (path: string) => interaction?.fields.find(field => field.path === path)?.values
  expect(valuesOf('elementText')).toHaveLength(30)
  expect(valuesOf('elementText')?.slice(0, 3)).toEqual(['Inizia', 'Prezzi', 'n0'])
  expect(valuesOf('page')).toEqual(['/'])
  expect(interaction?.fields).toContainEqual({ path: 'elementId', kind: 'text', values: ['hero'] })
})
