import { EventStoreDBClient } from '@eventstore/db-client'
import type { StreamsClient as Streams } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { CallOptions, ClientReadableStream, Metadata } from '@grpc/grpc-js'
import { clientAddress } from '../addresses.ts'
import { StoreUnavailable } from '../port.ts'
import { asUnavailable, noAnswer, status, withAnswerLimit } from './failures.ts'
import { StreamsClient } from './stubs.ts'

/** Internal members of the client. Its version is pinned, and every test uses them. */
type ClientInternals = {
  getGRPCClient(client: typeof StreamsClient, name: string): Promise<Streams>
  /** The arguments that every call ends with: credentials, and that the leader has to answer. */
  callArguments(base: { requiresLeader: boolean }, options: { deadline: number }): [Metadata, CallOptions]
  /** Reconnects to a lost server, or to the leader if another node has become it. */
  handleError(client: Streams, error: Error): Promise<void>
}

/** `limitMs`: on the wait for each message; null: none. */
export type ReadLimits = { signal?: AbortSignal | undefined; limitMs?: number | null }

export type Connection = {
  /** How long an answer may take. */
  answerMs: number
  /** The messages as they come, with the time limit on each. @throws {StoreUnavailable} and what `messagesOf` throws */
  read(request: ReadReq, reading?: ReadLimits): AsyncGenerator<ReadResp>
  /** @throws {StoreUnavailable} */
  streams(): Promise<Streams>
  call(): [Metadata, CallOptions]
  /** Reports an error, so that the next call goes to a server that answers. */
  reportFailure(streams: Streams, error: unknown): Promise<void>
  close(): Promise<void>
}

/** Makes no call yet. @throws {Error} an address that the client does not understand */
export function connect(url: string, answerMs: number): Connection {
  const internals = clientOf(clientAddress(url)) as unknown as ClientInternals

  const streams = () =>
    withAnswerLimit(internals.getGRPCClient(StreamsClient, 'streams'), answerMs).catch(error => {
      throw asUnavailable(error)
    })
  const call = () => internals.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })
  const reportFailure = async (stub: Streams, error: unknown) => {
    if (error instanceof Error) await internals.handleError(stub, asLostConnection(error)).catch(() => {})
  }

  return {
    answerMs,
    streams,
    call,
    reportFailure,
    async *read(request, { signal, limitMs = answerMs } = {}) {
      const stub = await streams()
      try {
        yield* messagesOf(stub.read(request, ...call()), { signal, limitMs })
      } catch (error) {
        await reportFailure(stub, error)
        throw error
      }
    },
    async close() {
      // The client has no command for it: `dispose()` leaves the channel open.
      const stub = await streams().catch(() => null)
      stub?.close()
    },
  }
}

function clientOf(address: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(address)
  } catch {
    // The client's message may quote a part of the address, such as the password.
    const options = [...address.matchAll(/[?&]([^=&]+)=/g)].map(([, option]) => option).join(', ')
    throw new Error(`the event store’s address is not valid: check its hosts and options (${options})`)
  }
}

/** A silent server is treated like an unreachable one: its host may have vanished. */
const asLostConnection = (error: Error): Error =>
  error instanceof StoreUnavailable
    ? Object.assign(new Error(error.message), { code: status.unavailable })
    : error

/**
 * The messages of a call, pulled: nothing is taken from the connection until it is asked for, so a slow reader slows the
 * server down. The limit counts only during a wait for a message. An aborted signal ends the messages.
 * @throws {StoreUnavailable} no message within the limit. And the error of the call
 */
async function* messagesOf(
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
