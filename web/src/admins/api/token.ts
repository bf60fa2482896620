import { type Permission, type Role, refusalOf, role } from '@tba/events/admins/roles.ts'
import { useSyncExternalStore } from 'react'
import { textStorage } from '../../api/storage.ts'

const key = 'admin_token'
const storage = textStorage('localStorage', key)
const listeners = new Set<() => void>()

export const currentToken = storage.get

/** The role whose beginning ended the last session in this tab. */
export const ending: { newRole: Role | undefined } = { newRole: undefined }

export function storeToken(token: string | null) {
  storage.set(token)
  for (const listener of listeners) listener()
}

export function clearToken(newRole?: Role) {
  ending.newRole = newRole
  storeToken(null)
}

function subscribe(listener: () => void) {
  // Another tab has changed the token.
  const onStorage = (event: StorageEvent) => (event.key === key || event.key === null) && listener()
  listeners.add(listener)
  addEventListener('storage', onStorage)
  // A page from the back/forward cache has missed these events.
  addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', listener)
  }
}

export const useToken = () => useSyncExternalStore(subscribe, currentToken, () => null)

/** Only the server checks the token. Empty: no such claim. */
function claimOf(token: string, name: 'sid' | 'sub' | 'role' | 'mustChange'): string {
  try {
    const [, claims = ''] = token.split('.')
    const { [name]: claim }: Record<string, unknown> = JSON.parse(
      atob(claims.replaceAll('-', '+').replaceAll('_', '/')),
    )
    return typeof claim === 'string' ? claim : claim === true ? 'true' : ''
  } catch {
    return ''
  }
}

/** The session id. A renewal keeps it. */
export const sessionIdOf = (token: string): string => claimOf(token, 'sid') || token

/** The session was opened with a password that a start printed, and is good for changing it. */
export const mustChangePassword = (token: string): boolean => claimOf(token, 'mustChange') !== ''

export const adminIdOf = (token: string): string => claimOf(token, 'sub')

/** Hides what the server would refuse. */
export function usePermission(permission: Permission): boolean {
  const currentRole = role.safeParse(claimOf(useToken() ?? '', 'role')).data
  return currentRole !== undefined && refusalOf(currentRole, permission) === null
}

export type LoginState = { to: string; ended: boolean; newRole?: Role | undefined }
