import { z } from 'zod'
import { event } from '../event.ts'

export const personKind = z.enum(['customer', 'lead', 'questionnaire'])
export type PersonKind = z.infer<typeof personKind>

/** The id of the account, the lead or the questionnaire. */
const person = z.object({ kind: personKind, id: z.uuid() })

/** Stream `adminSession-<uuid>`: once an hour and person; the administrator's own would grow with every page. */
export const personViewed = { PersonalDataViewed: event(person) }

/** Stream `admin-<uuid>`: all that is held about one person was taken along. */
export const personTakenAlong = { PersonExported: event(person) }
