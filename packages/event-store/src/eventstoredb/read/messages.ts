import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ClientReadableStream } from '@grpc/grpc-js'
import { noAnswer } from '../failures.ts'

/**
 * The messages of a call, pulled: nothing is taken from the connection until it is asked for, so a slow reader slows the
 * server down. The limit counts only during a wait for a message. An aborted signal ends the messages.
 * @throws {StoreUnavailable} no message within the limit. And the error of the call
 */
export async function* messagesOf(
  call: ClientReadableStream<ReadResp>,
  { signal, limitMs }: { signal: AbortSignal | undefined; limitMs: number | null },
): AsyncGenerator<ReadResp> {
  const cancel = () => call.cancel()
  signal?.addEventListener('abort', cancel)
  // A cancelled call reports an error that nobody waits for.
  call.on('error', () => {})
  const messages = call[Symbol.asyncIterator]()
  let isWaiting = false
  const timer =
    limitMs === null ? undefined : setTimeout(() => isWaiting && call.destroy(noAnswer(limitMs)), limitMs)
  try {
    while (!signal?.aborted) {
      isWaiting = true
      timer?.refresh()
      const { done, value } = await messages.next()
      isWaiting = false
      if (done) return
      yield value
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    call.cancel()
  }
}
