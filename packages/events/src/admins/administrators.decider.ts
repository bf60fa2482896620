import { type Decider, noLogTime, refuse } from '../decider.ts'
import type { AdministratorsEvent } from './events.ts'
import type { Role } from './roles.ts'

type DataOf<T extends AdministratorsEvent['type']> = Extract<AdministratorsEvent, { type: T }>['data']

export type AdministratorsCommand =
  /** `issuedUntil`: a start prints the password, which is good until then; null: the operator has chosen it. */
  | { type: 'CreateAdmin'; admin: DataOf<'AdminCreated'>; issuedUntil: string | null }
  | { type: 'InviteAdmin'; invited: DataOf<'AdminInvited'> }
  | { type: 'AcceptInvitation'; adminId: string; invitationId: string; passwordHash: string; at: Date }
  | { type: 'ChangeAdminPassword'; adminId: string; passwordHash: string; issuedUntil: string | null }
  /** `currentHash`: of the password that the owner has entered correctly. `keep`: their session. */
  | {
      type: 'ChooseAdminPassword'
      adminId: string
      passwordHash: string
      currentHash: string | null
      keep: string
    }
  | { type: 'EndAdminSessions'; adminId: string; except: string | null }
  | { type: 'ChangeAdminRole'; adminId: string; role: Role }
  | { type: 'EndAdmin'; adminId: string }

export type ConsoleAccount = {
  email: string | null
  passwordHash: string | null
  role: Role
  state: 'invited' | 'active' | 'ended'
  invitation: { invitationId: string; expiresAt: string } | null
  /** The password was printed by a start, opens sessions until then (ISO 8601), and has to be changed. */
  issuedUntil: string | null
  /** The log position at which its earlier sessions were ended last. */
  since: string
  /** The session that went on then, if it was opened after `since`. */
  kept: { sid: string; since: string } | null
}
/** By account id. */
export type AdministratorsState = Readonly<Record<string, ConsoleAccount>>
export type AdministratorsRefusal = 'exists' | 'unknown' | 'last' | 'invalid-invitation'

export const invitationHours = 72

/** All console accounts are in one stream: they are few, and one must stay an administrator. */
export const administratorsDecider: Decider<
  AdministratorsState,
  AdministratorsCommand,
  AdministratorsEvent,
  AdministratorsRefusal
> = {
  initial: {},
  decide(state, command) {
    switch (command.type) {
      case 'CreateAdmin': {
        const { admin, issuedUntil } = command
        if (state[admin.adminId]) return refuse('exists')
        return [{ type: 'AdminCreated', data: admin }, ...issued(admin.adminId, issuedUntil)]
      }
      case 'InviteAdmin':
        return state[command.invited.adminId]?.state === 'active'
          ? refuse('exists')
          : [{ type: 'AdminInvited', data: command.invited }]
      case 'AcceptInvitation': {
        const { adminId, invitationId, passwordHash, at } = command
        const open = state[adminId]?.invitation
        const isValid = open?.invitationId === invitationId && at.getTime() < Date.parse(open.expiresAt)
        if (!isValid) return refuse('invalid-invitation')
        return [{ type: 'AdminInvitationAccepted', data: { adminId, passwordHash } }]
      }
      case 'ChangeAdminPassword': {
        const { adminId, passwordHash, issuedUntil } = command
        if (state[adminId]?.state !== 'active') return refuse('unknown')
        return [
          { type: 'AdminPasswordChanged', data: { adminId, passwordHash } },
          ...issued(adminId, issuedUntil),
        ]
      }
      case 'ChooseAdminPassword': {
        const { adminId, passwordHash, currentHash, keep: except } = command
        const account = state[adminId]
        if (account?.state !== 'active' || account.passwordHash !== currentHash) return refuse('unknown')
        return [
          { type: 'AdminPasswordChosen', data: { adminId, passwordHash } },
          { type: 'AdminSessionsEnded', data: { adminId, except } },
        ]
      }
      case 'EndAdminSessions': {
        const { type: _, ...data } = command
        return state[data.adminId] ? [{ type: 'AdminSessionsEnded', data }] : refuse('unknown')
      }
      case 'ChangeAdminRole': {
        const { adminId, role } = command
        const account = state[adminId]
        if (!account || account.state === 'ended') return refuse('unknown')
        if (account.role === role) return []
        return isLast(state, adminId)
          ? refuse('last')
          : [{ type: 'AdminRoleChanged', data: { adminId, role } }]
      }
      case 'EndAdmin': {
        const { adminId } = command
        const account = state[adminId]
        if (!account) return refuse('unknown')
        if (account.state === 'ended') return []
        return isLast(state, adminId) ? refuse('last') : [{ type: 'AdminEnded', data: { adminId } }]
      }
    }
  },
  evolve(state, event, { position: since } = noLogTime) {
    const { adminId } = event.data
    const known = state[adminId]
    const upsert = (account: Omit<ConsoleAccount, 'since' | 'kept' | 'issuedUntil'>, more = {}) => ({
      ...state,
      [adminId]: { issuedUntil: null, ...account, since, kept: null, ...more },
    })
    const change = (changed: Partial<ConsoleAccount>) => (known ? upsert({ ...known, ...changed }) : state)
    switch (event.type) {
      case 'AdminCreated': {
        const { email, passwordHash, role } = event.data
        return upsert({ email, passwordHash, role, state: 'active', invitation: null })
      }
      case 'AdminInvited': {
        const { email, role, ...invitation } = event.data
        return upsert({ email, passwordHash: null, role, state: 'invited', invitation })
      }
      case 'AdminInvitationAccepted':
        return change({ passwordHash: event.data.passwordHash, state: 'active', invitation: null })
      case 'AdminPasswordChanged':
        return change({ passwordHash: event.data.passwordHash, issuedUntil: null })
      case 'AdminPasswordIssued':
        return change({ issuedUntil: event.data.expiresAt })
      case 'AdminPasswordChosen': {
        const { passwordHash } = event.data
        // Its sessions end with the next event, which keeps one.
        return known ? { ...state, [adminId]: { ...known, passwordHash, issuedUntil: null } } : state
      }
      case 'AdminSessionsEnded': {
        const { except: sid } = event.data
        if (!known) return state
        return upsert(known, {
          kept: sid && { sid, since: (known.kept?.sid === sid ? known.kept : known).since },
        })
      }
      case 'AdminRoleChanged':
        return change({ role: event.data.role })
      case 'AdminEnded':
        return change({ passwordHash: null, state: 'ended', invitation: null })
    }
  },
}

const issued = (adminId: string, expiresAt: string | null): AdministratorsEvent[] =>
  expiresAt === null ? [] : [{ type: 'AdminPasswordIssued', data: { adminId, expiresAt } }]

const isAdministrator = ({ state, role }: ConsoleAccount) => state === 'active' && role === 'administrator'

/** Whether it is the last administrator. */
function isLast(state: AdministratorsState, adminId: string): boolean {
  const others = Object.entries(state).filter(([id, account]) => id !== adminId && isAdministrator(account))
  const account = state[adminId]
  return account !== undefined && isAdministrator(account) && others.length === 0
}
