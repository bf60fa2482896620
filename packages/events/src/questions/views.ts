import { z } from 'zod'
import { anyJson } from '../json.ts'

/** 202 of a question that is answered later: GET /api/admin/questions/:id. */
export const askedQuestion = z.object({ id: z.uuid() })

/** `result`: what the call would have answered. `status` and `message`: its refusal. */
export const questionView = z.object({
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  progress: z.number().min(0).max(1),
  result: anyJson.optional(),
  status: z.int().optional(),
  message: z.string().optional(),
})
export type QuestionView = z.infer<typeof questionView>
