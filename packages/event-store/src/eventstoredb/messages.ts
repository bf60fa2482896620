import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ClientReadableStream } from '@grpc/grpc-js'
import { silent } from './failures.ts'

/**
 * What a call answers, pulled: nothing is taken from the connection while nobody asks, so a slow reader slows the server
 * down. The limit counts only while a message is waited for. An aborted signal ends it like the last message.
 * @throws {StoreUnavailable} for silence; and whatever error the call ends with
 */
export async function* messagesOf(
  open: () => Promise<ClientReadableStream<ReadResp>>,
  { signal, limitMs }: { signal?: AbortSignal | undefined; limitMs: number | null },
  onFailure: (error: unknown) => Promise<void>,
): AsyncGenerator<ReadResp> {
  const call = await open()
  const cancel = () => call.cancel()
  signal?.addEventListener('abort', cancel)
  // A call that was cancelled says so by an error, which nobody waits for.
  call.on('error', () => {})
  const messages = call[Symbol.asyncIterator]()
  try {
    while (!signal?.aborted) {
      const timer = limitMs === null ? undefined : setTimeout(() => call.destroy(silent(limitMs)), limitMs)
      const { done, value } = await messages.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } catch (error) {
    if (signal?.aborted) return
    await onFailure(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
    call.cancel()
  }
}
