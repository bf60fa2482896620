import { type Permission, refusalOf, role } from '@tba/events/admins/roles.ts'
import { useSyncExternalStore } from 'react'
import { stored } from '../../api/stored.ts'

const key = 'admin_token'
const kept = stored('localStorage', key)
const listeners = new Set<() => void>()

export const currentToken = kept.get

export function keepToken(token: string | null) {
  kept.set(token)
  for (const listener of listeners) listener()
}

export const forgetToken = () => keepToken(null)

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

/** The session id. A renewal keeps it. */
export const sessionIn = (token: string): string => claimIn(token, 'sid') || token

export const administratorIn = (token: string): string => claimIn(token, 'sub')

/** Hides what the server would refuse. */
export function useMay(permission: Permission): boolean {
  const held = role.safeParse(claimIn(useToken() ?? '', 'role')).data
  return held !== undefined && refusalOf(held, permission) === null
}

export type CameFrom = { to: string; ended: boolean }
