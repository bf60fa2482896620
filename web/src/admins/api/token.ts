import { type Permission, refusalOf, role } from '@tba/events/admins/roles.ts'
import { useSyncExternalStore } from 'react'
import { stored } from '../../api/stored.ts'

const key = 'admin_token'
const kept = stored('localStorage', key)
const listeners = new Set<() => void>()

/** The administrator's token at this browser, the same in all its tabs. */
export const currentToken = kept.get

/** @param token null: the session is over */
export function keepToken(token: string | null) {
  kept.set(token)
  for (const listener of listeners) listener()
}

export const forgetToken = () => keepToken(null)

function subscribe(listener: () => void) {
  // For sign-outs, sign-ins and renewals in other tabs.
  const heard = (event: StorageEvent) => (event.key === key || event.key === null) && listener()
  listeners.add(listener)
  addEventListener('storage', heard)
  // A page from the back/forward cache has missed those events.
  addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', heard)
    removeEventListener('pageshow', listener)
  }
}

export const useToken = () => useSyncExternalStore(subscribe, currentToken, () => null)

/** A claim of the token, which only the server checks; empty where there is none. */
function claimIn(token: string, name: 'sid' | 'sub' | 'role'): string {
  try {
    const [, claims = ''] = token.split('.')
    const { [name]: claim }: Record<string, unknown> = JSON.parse(
      atob(claims.replaceAll('-', '+').replaceAll('_', '/')),
    )
    return typeof claim === 'string' ? claim : ''
  } catch {
    return ''
  }
}

/** The session id in the token: the same after a renewal, another in the next session. */
export const sessionIn = (token: string): string => claimIn(token, 'sid') || token

/** Whose token it is: the administrator's id. */
export const administratorIn = (token: string): string => claimIn(token, 'sub')

/** Whether who is signed in may do it, so that nobody is shown what the server refuses them. */
export function useMay(permission: Permission): boolean {
  const held = role.safeParse(claimIn(useToken() ?? '', 'role')).data
  return held !== undefined && refusalOf(held, permission) === null
}

/** The router state for sign-in: where to go afterwards, and whether the session has ended by itself. */
export type CameFrom = { to: string; ended: boolean }
