import type { OpenSessions } from '@tba/events/accounts/views.ts'
import useSWRMutation from 'swr/mutation'
import { command, hasStatus } from '../shell/http.ts'
import { useOwn } from './current-user.ts'

export const sessionsKey = '/api/user/sessions'

type Ok = { ok: true }

/** Where the customer is signed in, newest first. */
export const useSessions = () => useOwn<OpenSessions>(sessionsKey)

/** A session that has been ended already counts as success. */
export const useCloseSession = () =>
  useSWRMutation(sessionsKey, async (key, { arg: id }: { arg: string }) => {
    try {
      await command<Ok>('DELETE', `${key}/${id}`)
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
    }
  })

export const useCloseOtherSessions = () => useSWRMutation(sessionsKey, key => command<Ok>('DELETE', key))
