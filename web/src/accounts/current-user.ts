import type { Login, Register } from '@tba/events/accounts/commands.ts'
import type { User } from '@tba/events/accounts/views.ts'
import useSWR, { type SWRConfiguration } from 'swr'
import useSWRMutation from 'swr/mutation'
import { actFor, command, hasStatus, request } from '../api/http.ts'

export const currentUserKey = '/api/auth/user'

/** From now on this page shows this customer, and its calls are theirs. */
function itsPage(user: User): User {
  actFor(user.id)
  return user
}

async function fetchCurrentUser(): Promise<User | null> {
  try {
    return itsPage(await request<User>('GET', currentUserKey))
  } catch (error) {
    if (hasStatus(error, 401)) return null
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

/** Something of the signed-in customer's own; for a visitor nothing is read. */
export function useOwn<Answer>(key: string, options?: SWRConfiguration<Answer, Error>) {
  const { isAuthenticated } = useCurrentUser()
  return useSWR<Answer, Error>(isAuthenticated ? key : null, options)
}

const becomesCurrentUser = { populateCache: true, revalidate: false } as const

export const useLogin = () =>
  useSWRMutation(
    currentUserKey,
    async (_key, { arg }: { arg: Login }) => itsPage(await request<User>('POST', '/api/login', arg)),
    becomesCurrentUser,
  )

export const useRegister = () =>
  useSWRMutation(
    currentUserKey,
    async (_key, { arg }: { arg: Register }) => itsPage(await command<User>('POST', '/api/register', arg)),
    becomesCurrentUser,
  )
