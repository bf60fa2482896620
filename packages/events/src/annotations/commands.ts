import { z } from 'zod'
import { typed } from '../typed.ts'

export const annotationKinds = ['release', 'campaign', 'outage', 'note'] as const

const day = (message: string) => z.iso.date(message)

/** POST /api/admin/annotations: days of Rome's calendar, the last one included. */
export const saveAnnotation = z
  .strictObject({
    from: day('Data di inizio non valida'),
    /** Absent: a single day. */
    to: day('Data di fine non valida').optional(),
    text: typed('Testo richiesto', 255, 'Al massimo 255 caratteri'),
    kind: z.enum(annotationKinds, 'Genere non valido'),
  })
  .refine(({ from, to }) => to === undefined || from <= to, {
    message: 'La fine viene prima dell’inizio',
    path: ['to'],
  })

/** In answers. `funnel`: the product notes when a saved funnel is made or changed. */
export const shownAnnotation = z.object({
  ...saveAnnotation.shape,
  kind: z.enum([...annotationKinds, 'funnel']),
})
