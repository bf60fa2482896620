import type { Login, Register } from '@tba/events/accounts/commands.ts'
import type { User } from '@tba/events/accounts/views.ts'
import useSWR, { type SWRConfiguration } from 'swr'
import useSWRMutation from 'swr/mutation'
import { command, hasStatus, request, setCustomer } from '../api/http.ts'

export const currentUserKey = '/api/auth/user'

/** From now on this page shows this customer, and its calls are theirs. */
function showCustomer(user: User): User {
  setCustomer(user.id)
  return user
}

async function fetchCurrentUser(): Promise<User | null> {
  try {
    return showCustomer(await request<User>('GET', currentUserKey))
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

/** Data of the signed-in customer. Reads nothing for a visitor. */
export function useCustomerData<Answer>(key: string, options?: SWRConfiguration<Answer, Error>) {
  const { isAuthenticated } = useCurrentUser()
  return useSWR<Answer, Error>(isAuthenticated ? key : null, options)
}

function useSignIn<Sent>(call: (sent: Sent) => Promise<User>) {
  const signIn = async (_key: string, { arg }: { arg: Sent }) => showCustomer(await call(arg))
  return useSWRMutation(currentUserKey, signIn, { populateCache: true, revalidate: false })
}

export const useLogin = () => useSignIn((sent: Login) => request<User>('POST', '/api/login', sent))
export const useRegister = () => useSignIn((sent: Register) => command<User>('POST', '/api/register', sent))
