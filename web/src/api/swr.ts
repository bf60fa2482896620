import useSWRMutation, { type SWRMutationConfiguration } from 'swr/mutation'
import { command } from './http.ts'

/** A command. Afterwards the data of the same key is read again, unless the options say otherwise. */
export const useCommand = <Sent = unknown, Answer = unknown>(
  method: 'POST' | 'PUT',
  key: string,
  options?: SWRMutationConfiguration<Answer, Error, string, Sent>,
) => useSWRMutation<Answer, Error, string, Sent>(key, (_key, { arg }) => command(method, key, arg), options)

/** For actions to which the specification gives no call: resolves after the given time. */
export const simulated = (durationMs: number) => () =>
  new Promise<void>(resolve => setTimeout(resolve, durationMs))
