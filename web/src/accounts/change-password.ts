import type { changePassword } from '@tba/events/accounts/commands.ts'
import useSWRMutation from 'swr/mutation'
import type { z } from 'zod'
import { command } from '../shell/http.ts'
import { sessionsKey } from './sessions.ts'

/** The server ends every other session, so their list is read again. */
export const useChangePassword = () =>
  useSWRMutation(sessionsKey, (_key, { arg }: { arg: z.infer<typeof changePassword> }) =>
    command<{ ok: true }>('PUT', '/api/user/password', arg),
  )
