import type { Position } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'

/** What the jobs know of an address and its customer, from their streams. */

export type Address = {
  heldBy: string | null
  openResetIds: string[]
  resetEventIds: string[]
  revision: number
}

/** @param before where to stop; without it, the address as it is now */
export async function addressOf(log: EventLog, stream: string, before?: Position): Promise<Address> {
  const address: Address = { heldBy: null, openResetIds: [], resetEventIds: [], revision: -1 }
  for await (const event of log.read(stream)) {
    if (before && event.position >= before) break
    address.revision = event.revision
    switch (event.type) {
      case 'EmailClaimed':
        address.heldBy = event.data.accountId
        address.openResetIds = []
        break
      case 'EmailReleased':
        address.heldBy = null
        address.openResetIds = []
        break
      case 'PasswordResetRequested':
        address.openResetIds.push(event.data.resetId)
        address.resetEventIds.push(event.id)
        break
      case 'PasswordResetUsed':
        address.openResetIds = []
        break
    }
  }
  return address
}

/** Email and name are null once the key is gone. */
export type Customer = {
  email: string | null
  firstName: string | null
  erasedBy: string | null
  revision: number
}

/** @returns null where nobody was registered under this account */
export async function customerOf(log: EventLog, stream: string): Promise<Customer | null> {
  let customer: Customer | null = null
  for await (const event of log.read(stream)) {
    if (event.type === 'AccountRegistered') {
      const { email, firstName } = event.data
      customer = { email, firstName, erasedBy: null, revision: 0 }
    }
    if (!customer) continue
    customer.revision = event.revision
    if (event.type === 'ProfileUpdated')
      customer.firstName = event.data.changes?.firstName ?? customer.firstName
    if (event.type === 'AccountErased') customer.erasedBy = event.id
  }
  return customer
}
