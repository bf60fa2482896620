import type { Login, Register } from '@tba/events/accounts/commands.ts'
import type { User } from '@tba/events/accounts/views.ts'
import useSWR from 'swr'
import useSWRMutation from 'swr/mutation'
import { command, HttpError, request } from '../shell/http.ts'

export const currentUserKey = '/api/auth/user'

async function fetchCurrentUser(): Promise<User | null> {
  try {
    return await request<User>('GET', currentUserKey)
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return null
    throw error
  }
}

export function useCurrentUser() {
  const { data, error, mutate } = useSWR<User | null, Error>(currentUserKey, fetchCurrentUser)
  const user = data ?? null
  return {
    user,
    isAuthenticated: user !== null,
    isLoading: data === undefined && error === undefined,
    error: data === undefined ? error : undefined,
    retry: () => mutate(),
  }
}

const becomesCurrentUser = { populateCache: true, revalidate: false } as const

export const useLogin = () =>
  useSWRMutation(
    currentUserKey,
    (_key, { arg }: { arg: Login }) => request<User>('POST', '/api/login', arg),
    becomesCurrentUser,
  )

export const useRegister = () =>
  useSWRMutation(
    currentUserKey,
    (_key, { arg }: { arg: Register }) => command<User>('POST', '/api/register', arg),
    becomesCurrentUser,
  )
