import { z } from 'zod'

/** `won` is computed when reading: the person activated a plan after the request. */
export const requestState = z.enum(['new', 'no-answer', 'working', 'won', 'lost'])
export type RequestState = z.infer<typeof requestState>

/** The states that an administrator chooses. */
export const chosenState = requestState.exclude(['won'])
export type ChosenState = z.infer<typeof chosenState>

export const requestKind = z.enum(['lead', 'questionnaire'])
export type RequestKind = z.infer<typeof requestKind>

/** A state that is taken back so soon counts for nothing. */
export const undoSeconds = 10

/** What a refused change meets, from the log. */
export const currentRequest = z.object({
  revision: z.int(),
  state: chosenState,
  owner: z.uuid().nullable(),
  callAt: z.iso.datetime().nullable(),
})
export type CurrentRequest = z.infer<typeof currentRequest>
