import useSWRMutation, { type SWRMutationConfiguration } from 'swr/mutation'
import { command } from './http.ts'

/** A command that a press sends. What was read under the key is read again, unless the options say otherwise. */
export const useCommand = <Sent, Answer>(
  method: 'POST' | 'PUT',
  key: string,
  options?: SWRMutationConfiguration<Answer, Error, string, Sent>,
) => useSWRMutation<Answer, Error, string, Sent>(key, (_key, { arg }) => command(method, key, arg), options)
