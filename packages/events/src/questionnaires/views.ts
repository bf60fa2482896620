import { z } from 'zod'
import { questionnaireEvents } from './events.ts'

export const questionnaireRow = z.object({
  id: z.uuid(),
  ...questionnaireEvents.QuestionnaireSubmitted.schema.omit({ emailHash: true }).shape,
  /** The number to dial, in E.164; null if what was typed is none. */
  dial: z.string().nullable(),
  visitId: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type QuestionnaireRow = z.infer<typeof questionnaireRow>

/** GET /api/admin/questionnaires: newest first. */
export const questionnaireList = z.object({
  questionnaires: z.array(questionnaireRow),
  next: z.string().nullable(),
})
