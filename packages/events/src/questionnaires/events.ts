import { z } from 'zod'
import { type EventsOf, event, personal } from '../event.ts'
import { contactMethod } from './commands.ts'

/** Stream `questionnaire-<uuid>`. */
export const questionnaireEvents = {
  QuestionnaireSubmitted: event(
    z.object({
      /** A keyed hash of the address: finds a person's answers without opening any. */
      emailHash: z.string(),
      name: personal(z.string()),
      email: personal(z.string()),
      phone: personal(z.string()),
      countryCode: personal(z.string()),
      age: personal(z.string()),
      occupation: personal(z.string()),
      // Choices on our page, but the call accepts any text.
      tradingExperience: personal(z.string()),
      investmentAmount: personal(z.string()),
      investmentGoal: personal(z.string()),
      riskTolerance: personal(z.string()),
      timeframe: personal(z.string()),
      contactMethod,
      additionalInfo: personal(z.string()),
      /** The page's address, which can contain a phone number. */
      source: personal(z.string()),
    }),
  ),
  QuestionnaireErased: event(z.object({}), { erases: true }),
}

export type QuestionnaireEvent = EventsOf<typeof questionnaireEvents>
