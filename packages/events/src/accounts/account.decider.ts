import { type Decider, type LogTime, noLogTime, type Refusal, refuse } from '../decider.ts'
import { keysOf } from '../keys.ts'
import { type AccountEvent, emptyProfile, type Profile } from './events.ts'
import { type AskedLinks, isOpen, newLink, openLinks } from './letter-links.ts'

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { type: T }>['data']

export type AccountCommand =
  | { type: 'RegisterAccount'; registration: DataOf<'AccountRegistered'> }
  | { type: 'AbandonRegistration' }
  | { type: 'UpdateProfile'; changes: Partial<Profile> }
  | { type: 'ChangeProfileImage'; imageUrl: string }
  | {
      type: 'ChangePassword'
      passwordHash: string
      /** The hash of the password that the customer has entered correctly; null for a reset link. */
      currentHash: string | null
      by: 'customer' | 'reset-link'
      keepSession: string | null
    }
  | { type: 'RevokeSessions'; except: string | null }
  | { type: 'RequestAddressProof'; proofId: string; at: Date }
  | { type: 'ProveAddress'; proofId: string; at: Date }
  | { type: 'EraseAccount' }
  /**
   * Erases again, because an event was recorded after the erasure. `times`: how often the account was already erased. A retry
   * with the same number records nothing.
   */
  | { type: 'EraseAccountAgain'; times: number }

export type Account = {
  status: 'registered'
  userId: number
  email: string | null
  passwordHash: string | null
  /** A position in the log; null: the password of the registration. */
  passwordSince: string | null
  profile: Profile
  imageUrl: string | null
  /** The letters to the account's address; null: one was answered. */
  proofs: AskedLinks<DataOf<'AddressProofRequested'>> | null
  /** Sessions opened before `position` have ended, except `except` if it was opened after `since`. */
  revoked: { position: string; except: string | null; since: string } | null
  createdAt: string
  updatedAt: string
}
/**
 * `email` stays until the key is destroyed, because the address must be released first. `isProved`: a letter to it had been
 * answered.
 */
export type ErasedAccount = { status: 'erased'; email: string | null; isProved: boolean; times: number }
export type AccountState = { status: 'unknown' | 'abandoned' } | Account | ErasedAccount
export type AccountRefusal =
  | 'registered'
  | 'unknown'
  | 'abandoned'
  | 'erased'
  | 'other-password'
  | 'invalid-link'

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent, AccountRefusal> = {
  initial: { status: 'unknown' },
  decide(state, command) {
    if (command.type === 'RegisterAccount') {
      if (state.status !== 'unknown') return refuse(state.status)
      return [{ type: 'AccountRegistered', data: command.registration }]
    }
    if (command.type === 'AbandonRegistration') return abandon(state)
    if (command.type === 'EraseAccountAgain') return eraseAgain(state, command.times)
    return state.status === 'registered' ? decideForCustomer(state, command) : refuse(state.status)
  },
  evolve(state, event, recorded = noLogTime) {
    switch (event.type) {
      case 'AccountRegistered':
        return registered(event.data, recorded)
      case 'RegistrationAbandoned':
        return { status: 'abandoned' }
      case 'AccountErased':
        return erased(state)
      case 'ProfileUpdated':
      case 'ProfileImageChanged':
      case 'PasswordChanged':
      case 'SessionsRevoked':
      case 'AddressProofRequested':
      case 'AddressProved':
        return state.status === 'registered' ? evolveCustomer(state, event, recorded) : state
    }
  },
}

function abandon(state: AccountState): readonly AccountEvent[] | Refusal<'registered' | 'erased'> {
  switch (state.status) {
    case 'unknown':
      return [{ type: 'RegistrationAbandoned', data: {} }]
    case 'abandoned':
      return []
    case 'registered':
    case 'erased':
      return refuse(state.status)
  }
}

function eraseAgain(state: AccountState, times: number): readonly AccountEvent[] {
  return state.status === 'erased' && state.times === times ? [{ type: 'AccountErased', data: {} }] : []
}

function erased(state: AccountState): ErasedAccount {
  if (state.status === 'erased') return { ...state, times: state.times + 1 }
  if (state.status !== 'registered') return { status: 'erased', email: null, isProved: false, times: 1 }
  return { status: 'erased', email: state.email, isProved: state.proofs === null, times: 1 }
}

type CustomerCommand = Exclude<
  AccountCommand,
  { type: 'RegisterAccount' | 'AbandonRegistration' | 'EraseAccountAgain' }
>

function decideForCustomer(
  account: Account,
  command: CustomerCommand,
): readonly AccountEvent[] | Refusal<'other-password' | 'invalid-link'> {
  switch (command.type) {
    case 'UpdateProfile': {
      const changes = changedFields(account.profile, command.changes)
      return Object.keys(changes).length > 0 ? [{ type: 'ProfileUpdated', data: { changes } }] : []
    }
    case 'ChangeProfileImage': {
      const { imageUrl } = command
      return imageUrl === account.imageUrl ? [] : [{ type: 'ProfileImageChanged', data: { imageUrl } }]
    }
    case 'ChangePassword': {
      const { passwordHash, currentHash, by, keepSession: except } = command
      if (currentHash !== null && currentHash !== account.passwordHash) return refuse('other-password')
      return [
        { type: 'PasswordChanged', data: { passwordHash, by } },
        { type: 'SessionsRevoked', data: { except } },
      ]
    }
    case 'RevokeSessions':
      return [{ type: 'SessionsRevoked', data: { except: command.except } }]
    case 'RequestAddressProof': {
      const { proofId, at } = command
      const link = account.proofs && newLink(account.proofs, at)
      return link ? [{ type: 'AddressProofRequested', data: { proofId, ...link } }] : []
    }
    case 'ProveAddress': {
      const { proofId, at } = command
      if (account.proofs === null) return []
      const asked = account.proofs.links.find(link => link.proofId === proofId)
      if (!asked || !isOpen(asked, at.getTime())) return refuse('invalid-link')
      return [{ type: 'AddressProved', data: { proofId } }]
    }
    case 'EraseAccount':
      return [{ type: 'AccountErased', data: {} }]
  }
}

function changedFields(profile: Profile, wanted: Partial<Profile>): Partial<Profile> {
  const differing = keysOf(wanted).filter(
    name => wanted[name] !== undefined && wanted[name] !== profile[name],
  )
  return Object.fromEntries(differing.map(name => [name, wanted[name]]))
}

function registered(data: DataOf<'AccountRegistered'>, { recordedAt }: LogTime): Account {
  const { userId, email, passwordHash, firstName, lastName } = data
  return {
    status: 'registered',
    userId,
    email,
    passwordHash,
    passwordSince: null,
    profile: { ...emptyProfile, firstName: firstName ?? '', lastName: lastName ?? '' },
    imageUrl: null,
    proofs: { links: [], requestedAt: null },
    revoked: null,
    createdAt: recordedAt,
    updatedAt: recordedAt,
  }
}

type CustomerEvent = Exclude<
  AccountEvent,
  { type: 'AccountRegistered' | 'RegistrationAbandoned' | 'AccountErased' }
>

function evolveCustomer(account: Account, event: CustomerEvent, { recordedAt, position }: LogTime): Account {
  switch (event.type) {
    case 'ProfileUpdated':
      return { ...account, profile: { ...account.profile, ...event.data.changes }, updatedAt: recordedAt }
    case 'ProfileImageChanged':
      return { ...account, imageUrl: event.data.imageUrl, updatedAt: recordedAt }
    case 'PasswordChanged':
      return { ...account, passwordHash: event.data.passwordHash, passwordSince: position }
    case 'SessionsRevoked':
      return { ...account, revoked: nextRevocation(account.revoked, event.data.except, position) }
    case 'AddressProofRequested': {
      const links = [...openLinks(account.proofs?.links ?? [], recordedAt), event.data]
      return { ...account, proofs: account.proofs && { links, requestedAt: recordedAt } }
    }
    case 'AddressProved':
      return { ...account, proofs: null }
  }
}

function nextRevocation(before: Account['revoked'], except: string | null, position: string) {
  const since = before?.except === except ? before.since : (before?.position ?? '')
  return { position, except, since }
}
