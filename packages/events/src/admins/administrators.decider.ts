import { type Decider, noLogTime, refuse } from '../decider.ts'
import type { AdministratorsEvent } from './events.ts'
import type { Role } from './roles.ts'

type DataOf<T extends AdministratorsEvent['type']> = Extract<AdministratorsEvent, { type: T }>['data']

export type AdministratorsCommand =
  | { type: 'CreateAdmin'; admin: DataOf<'AdminCreated'> }
  | { type: 'InviteAdmin'; invited: DataOf<'AdminInvited'> }
  | { type: 'AcceptInvitation'; adminId: string; invitationId: string; passwordHash: string; at: Date }
  | { type: 'ChangeAdminPassword'; adminId: string; passwordHash: string }
  | { type: 'ChangeAdminRole'; adminId: string; role: Role }
  | { type: 'EndAdmin'; adminId: string }

export type ConsoleAccount = {
  email: string | null
  passwordHash: string | null
  role: Role
  state: 'invited' | 'active' | 'ended'
  invitation: { invitationId: string; expiresAt: string } | null
  /** The log position at which its earlier sessions were ended last. */
  since: string
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
      case 'CreateAdmin':
        return state[command.admin.adminId]
          ? refuse('exists')
          : [{ type: 'AdminCreated', data: command.admin }]
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
        const { adminId, passwordHash } = command
        if (state[adminId]?.state !== 'active') return refuse('unknown')
        return [{ type: 'AdminPasswordChanged', data: { adminId, passwordHash } }]
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
    const upsert = (account: Omit<ConsoleAccount, 'since'>) => ({
      ...state,
      [adminId]: { ...account, since },
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
        return change({ passwordHash: event.data.passwordHash })
      case 'AdminRoleChanged':
        return change({ role: event.data.role })
      case 'AdminEnded':
        return change({ passwordHash: null, state: 'ended', invitation: null })
    }
  },
}

const isAdministrator = ({ state, role }: ConsoleAccount) => state === 'active' && role === 'administrator'

/** Whether it is the last administrator. */
function isLast(state: AdministratorsState, adminId: string): boolean {
  const others = Object.entries(state).filter(([id, account]) => id !== adminId && isAdministrator(account))
  const account = state[adminId]
  return account !== undefined && isAdministrator(account) && others.length === 0
}
