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
  let wake = () => {}
  let ended = false
  let failure: Error | null = null
  const end = () => {
    ended = true
    wake()
  }
  call.on('readable', () => wake())
  // The service ends a stream with an error or with `end`, and a lost connection with either.
  call.on('error', error => {
    failure ??= error
    wake()
  })
  call.on('end', end)
  call.on('close', end)
  signal?.addEventListener('abort', end)
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const timer = limitMs === null ? undefined : setTimeout(() => reject(silent(limitMs)), limitMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  try {
    while (!signal?.aborted) {
      const message = call.read() as ReadResp | null
      if (message !== null) yield message
      else if (failure) throw failure
      else if (ended) return
      else await wait()
    }
  } catch (error) {
    await onFailure(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
    call.cancel()
  }
}
