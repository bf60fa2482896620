import type { saveAnnotation } from '@tba/events/annotations/commands.ts'
import { dayNumber } from '@tba/events/period.ts'
import { z } from 'zod'
import { alwaysFresh, useView } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'
import { addDays, dayOf, startOfDay } from '../parts/time/rome-time.ts'
import { shortDay } from '../parts/time/times.tsx'

const path = '/api/admin/annotations'

/** Without the rules of the form: they would weigh on each page with a chart. */
const annotations = z.object({
  annotations: z.array(
    z.object({
      id: z.uuid(),
      savedBy: z.string(),
      from: z.string(),
      to: z.string().optional(),
      text: z.string(),
      // A newer build may know others.
      kind: z.enum(['release', 'campaign', 'outage', 'note', 'funnel']).catch('note'),
    }),
  ),
})
export type Annotation = z.infer<typeof annotations>['annotations'][number]
/** For those who may not know the author. */
export type Note = Omit<Annotation, 'savedBy'>
export const useAnnotations = () => useView(`${path}?limit=200`, annotations, alwaysFresh)
/** Without those of saved funnels. */
export const useNotes = () =>
  (useAnnotations().data?.view.annotations ?? []).filter(({ kind }) => kind !== 'funnel')

const saved = savedAt<z.infer<typeof saveAnnotation>>(path)
export const addAnnotation = (annotation: z.infer<typeof saveAnnotation>) => saved.save(null, annotation)
export const deleteAnnotation = saved.remove

export const kindNames: Record<Annotation['kind'], string> = {
  release: 'Rilascio',
  campaign: 'Campagna',
  outage: 'Guasto',
  note: 'Nota',
  funnel: 'Funnel',
}
export const annotationDays = ({ from, to }: Note) =>
  to && to !== from ? `${shortDay(from)} – ${shortDay(to)}` : shortDay(from)

/** Whole weeks have each weekday equally often. */
const mostDays = 14

/** Panoramica: the whole days after an annotation against equally many before it, without its own. Null: no day after it has ended. */
export function beforeAndAfter({ from, to = from }: Annotation): string | null {
  const after = addDays(to, 1)
  const days = Math.min(mostDays, dayNumber(new Date().toISOString()) - dayNumber(startOfDay(after)))
  if (days < 1) return null
  const compared = { compareFrom: addDays(from, -days), compareTo: from }
  return `/admin/overview?${new URLSearchParams({ from: after, to: addDays(after, days), ...compared })}`
}

/**
 * The points of a chart at which annotations stand: the last one that starts on a day up to it, or the first one within it.
 * @param lastDay of the last point
 */
export const marksOf = (notes: readonly Note[], starts: readonly string[], lastDay: string) =>
  notes.flatMap(note => {
    const { id, from, to = from } = note
    const at = starts.findLast(start => dayOf(start) <= from) ?? starts.find(start => dayOf(start) <= to)
    return at && from <= lastDay ? [{ id, at, note }] : []
  })

/** What the marks of a chart mean. */
export const MarksNote = ({ marks }: { marks: ReturnType<typeof marksOf> }) =>
  marks.length > 0 && (
    <ul className="quiet small marks-note" aria-label="Annotazioni nel grafico">
      {marks.map(({ id, note }) => (
        <li key={id}>{`◆ ${annotationDays(note)} · ${kindNames[note.kind]}: ${note.text}`}</li>
      ))}
    </ul>
  )
