import { textStorage } from '../api/storage.ts'
import { type Answers, noAnswers } from './questions.ts'

const dayMs = 86_400_000
const storage = textStorage('sessionStorage', 'questionnaire')

type Kept = { at: number; query: string; answers: Partial<Answers> }

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'answers' in value && 'at' in value

/**
 * The answers that this tab keeps until they are sent, for 24 hours at most, and what the address gives: its values win,
 * unless they were already there when the kept answers were given.
 */
export function startAnswers(query: string, given: Partial<Answers>): Answers {
  const kept = storage.json()
  if (!isKept(kept) || Math.abs(Date.now() - kept.at) > dayMs) return { ...noAnswers, ...given }
  const texts = Object.entries(kept.answers).filter(
    ([name, value]) => name in noAnswers && typeof value === 'string',
  )
  return { ...noAnswers, ...Object.fromEntries(texts), ...(kept.query !== query && given) }
}

export function keepAnswers(query: string, answers: Answers) {
  storage.set(JSON.stringify({ at: Date.now(), query, answers } satisfies Kept))
}

export const forgetAnswers = () => storage.set(null)
