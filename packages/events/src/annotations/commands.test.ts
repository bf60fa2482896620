import { refusals } from '../testing/refusals.ts'
import { annotationKinds, saveAnnotation, shownAnnotation } from './commands.ts'

const note = { from: '2026-01-02', text: 'Versione 2', kind: 'release' }

test.each([
  [{ from: '2026-02-30' }, 'from: Data di inizio non valida'],
  [{ to: 'domani' }, 'to: Data di fine non valida'],
  [{ to: '2026-01-01' }, 'to: La fine viene prima dell’inizio'],
  [{ text: undefined }, 'text: Testo richiesto'],
  [{ text: ' ' }, 'text: Testo richiesto'],
  [{ text: 'x'.repeat(256) }, 'text: Al massimo 255 caratteri'],
  [{ kind: 'party' }, 'kind: Genere non valido'],
  [{ kind: 'funnel' }, 'kind: Genere non valido'],
])('an annotation with %j is refused', (more, refusal) =>
  expect(refusals(saveAnnotation, { ...note, ...more })).toEqual([refusal]),
)

test('an annotation is of a day or of several, and of a kind; the product’s own are shown too', () => {
  for (const kind of annotationKinds)
    for (const to of [undefined, '2026-01-02', '2026-01-03'])
      expect(refusals(saveAnnotation, { ...note, kind, to, text: 'x'.repeat(255) })).toEqual([])
  for (const kind of ['funnel', ...annotationKinds])
    expect(refusals(shownAnnotation, { ...note, kind })).toEqual([])
})
