import type { Login, Register } from '@tba/events/accounts/commands.ts'
import type { User } from '@tba/events/accounts/views.ts'
import useSWR, { type SWRConfiguration } from 'swr'
import useSWRMutation from 'swr/mutation'
import { command, hasStatus, request, setCustomer } from '../api/http.ts'

export const currentUserKey = '/api/auth/user'

/** Tells the tabs of this browser who signs in. Null: the browser has no such channel. */
export const openCustomerChannel = () =>
  typeof BroadcastChannel === 'function' ? new BroadcastChannel('customer') : null

function announceCustomer(id: number) {
  const channel = openCustomerChannel()
  channel?.postMessage(id)
  channel?.close()
}

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

/** Why nobody can sign in with this browser. */
export const signInFailure = () =>
  navigator.cookieEnabled
    ? undefined
    : 'Per accedere servono i cookie: consentili nelle impostazioni del browser e riprova.'

function useSignIn<Sent>(call: (sent: Sent) => Promise<User>) {
  const signIn = async (_key: string, { arg }: { arg: Sent }) => {
    // The server could not know this browser again.
    if (signInFailure()) throw new Error(signInFailure())
    const user = showCustomer(await call(arg))
    announceCustomer(user.id)
    return user
  }
  return useSWRMutation(currentUserKey, signIn, { populateCache: true, revalidate: false })
}

export const useLogin = () => useSignIn((sent: Login) => request<User>('POST', '/api/login', sent))
export const useRegister = () => useSignIn((sent: Register) => command<User>('POST', '/api/register', sent))
