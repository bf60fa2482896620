import { HttpError } from '../../shell/http.ts'

/** What the API says about a refusal, in its own words; else the fallback. */
export const serverSentence = (error: unknown, fallback: string) =>
  error instanceof HttpError && error.isSentence ? (error.issues[0]?.message ?? error.said) : fallback
