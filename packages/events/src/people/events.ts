import { z } from 'zod'
import { type EventsOf, event } from '../event.ts'

export const personKind = z.enum(['customer', 'lead', 'questionnaire'])
export type PersonKind = z.infer<typeof personKind>

/** The id of the account, the lead or the questionnaire. */
const person = z.object({ kind: personKind, id: z.uuid() })

/** Stream `adminSession-<uuid>`: the administrator's own stream would grow with every page. */
export const personsViewed = {
  /** Once per hour and person. */
  PersonalDataViewed: event(person),
  /** Each view of a list of persons, or of their texts, by a person who sees it in clear. Its name is that of its page. */
  PersonsListed: event(z.object({ list: z.string() })),
}

/** Stream `admin-<uuid>`: all data of one person was exported. */
export const personExported = { PersonExported: event(person) }

const id = z.uuid()

/** Stream `people`. A person's id is derived from the keyed hash of an address, which the log has already. */
export const peopleEvents = {
  PersonsJoined: event(z.object({ person: id, other: id })),
  /** This address, with all its streams, is a person of its own again. `stream`: the one that was chosen. */
  PersonParted: event(z.object({ person: id, stream: z.string() })),
}
export type PeopleEvent = EventsOf<typeof peopleEvents>

/** Stream `receipt-<number>`: an administrator chose parts of a person to erase. It holds nothing personal, and stays. */
export const receiptEvents = {
  /** `erased`: how many of each kind. */
  PartsErasureOrdered: event(
    z.object({ admin: id, streams: z.array(z.string()), erased: z.record(z.string(), z.int()) }),
  ),
}
export type ReceiptEvent = EventsOf<typeof receiptEvents>
export type Order = ReceiptEvent['data']
