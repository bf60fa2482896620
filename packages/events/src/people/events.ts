import { z } from 'zod'
import { event } from '../event.ts'

export const personKind = z.enum(['customer', 'lead', 'questionnaire'])
export type PersonKind = z.infer<typeof personKind>

/** The id of the account, the lead or the questionnaire. */
const person = z.object({ kind: personKind, id: z.uuid() })

/** Stream `adminSession-<uuid>`: the administrator's own would grow with every page. */
export const personsViewed = {
  /** Once an hour and person. */
  PersonalDataViewed: event(person),
  /** Each look at a list of persons, or of what they wrote, by somebody to whom it is shown in clear. Its name is that of its page. */
  PersonsListed: event(z.object({ list: z.string() })),
}

/** Stream `admin-<uuid>`: all that is held about one person was taken along. */
export const personTakenAlong = { PersonExported: event(person) }
