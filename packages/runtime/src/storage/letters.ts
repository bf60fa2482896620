import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { EventLog } from '../log/event-log.ts'

/** Without a mail server letters are files, named by the events that asked for them. */
export const letterFile = (folder: string, eventId: string): string => join(folder, `${eventId}.eml`)

/** How many of these events have a letter in the folder. A letter that a mail server sent is not there. */
export async function countLetters(folder: string, eventIds: readonly string[]): Promise<number> {
  let found = 0
  for (const id of eventIds)
    found += await access(letterFile(folder, id)).then(
      () => 1,
      () => 0,
    )
  return found
}

const asking = ['PasswordResetRequested', 'AddressProofRequested']

/** The ids of the events that asked for a letter with a link to this customer. @param before only earlier ones */
export async function lettersToCustomer(
  log: Pick<EventLog, 'readTolerantly'>,
  { accountId, emailHash }: { accountId: string; emailHash: string | null },
  before?: Position,
): Promise<string[]> {
  const asked = []
  for (const stream of [streams.account(accountId), ...(emailHash ? [streams.email(emailHash)] : [])])
    for await (const { id, type, position } of log.readTolerantly(stream))
      if (asking.includes(type) && (before === undefined || position < before)) asked.push(id)
  return asked
}

/** The ids of the events of a lead or a questionnaire: its notice is named by one of them. */
export async function lettersAbout(log: Pick<EventLog, 'readTolerantly'>, stream: string): Promise<string[]> {
  return (await Array.fromAsync(log.readTolerantly(stream))).map(({ id }) => id)
}
