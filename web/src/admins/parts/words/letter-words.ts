import type { LetterEvery } from '@tba/events/reports/letter-times.ts'
import type { LetterRecipient } from '@tba/events/reports/views.ts'

export const letterTimes: Record<LetterEvery, string> = {
  day: 'ogni giorno',
  week: 'ogni lunedì',
  month: 'il primo del mese',
}
export const letterEnds: Record<NonNullable<LetterRecipient['why']>, string> = {
  deleted: 'eliminata',
  unsubscribed: 'disiscritto',
  refused: 'fermata: tre rifiuti',
  account: 'accesso tolto',
  tried: 'prova inviata',
}
