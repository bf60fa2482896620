import { withDialCode } from '@tba/events/people/phone.ts'
import { searchWords } from '@tba/events/people/words.ts'
import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'
import { dialOf } from '../people/dial.ts'

type QuestionnaireRow = Omit<EventOf<'QuestionnaireSubmitted'>['data'], 'emailHash'> & {
  id: string
  /** E.164; null if the number cannot be dialled. */
  dial: string | null
  createdAt: string
  visitId: string | null
  position: string
  /** Words for the search. */
  words: string
}

const rows = table<QuestionnaireRow>('questionnaire_responses', 'id')

export const questionnaires: Projection = {
  name: 'questionnaires',
  version: 3,
  sql: new URL('./questionnaires.sql', import.meta.url),
  tables: [rows],
  on: {
    QuestionnaireSubmitted({ stream, data, metadata, position, recordedAt }) {
      const { emailHash: _, ...answers } = data
      const { name, email, phone, countryCode } = answers
      const dial = dialOf(phone, countryCode)
      return rows.put({
        ...answers,
        id: idOf(stream),
        dial,
        createdAt: recordedAt,
        visitId: metadata.visitId ?? null,
        position,
        words: searchWords([name, email], [phone, dial ?? withDialCode(answers)]).join(' '),
      })
    },
    QuestionnaireErased: ({ stream }) => rows.remove(idOf(stream)),
  },
}
