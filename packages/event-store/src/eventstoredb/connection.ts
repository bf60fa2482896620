import { EventStoreDBClient } from '@eventstore/db-client'
import type { StreamsClient as Streams } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { CallOptions, Metadata } from '@grpc/grpc-js'
import { clientAddress } from '../addresses.ts'
import { StoreUnavailable } from '../port.ts'
import { answered, asUnavailable, status } from './failures.ts'
import { messagesOf } from './messages.ts'
import { StreamsClient } from './stubs.ts'

/** What of the client is for its own commands: its version is pinned, and every test stands on this. */
type Inside = {
  getGRPCClient(client: typeof StreamsClient, name: string): Promise<Streams>
  /** The arguments that every call ends with: credentials, and that the leader has to answer. */
  callArguments(base: { requiresLeader: boolean }, options: { deadline: number }): [Metadata, CallOptions]
  /** Connects anew where the server was lost, and to the leader where another node has become it. */
  handleError(client: Streams, error: Error): Promise<void>
}

/** `limitMs`: on the wait for each message; null: none. */
export type Reading = { signal?: AbortSignal; limitMs?: number | null }

export type Connection = {
  /** How long an answer may take. */
  answerMs: number
  /** The messages as they come, with the time limit on each. @throws {StoreUnavailable} and what `messagesOf` says */
  read(request: ReadReq, reading?: Reading): AsyncGenerator<ReadResp>
  /** @throws {StoreUnavailable} */
  streams(): Promise<Streams>
  call(): [Metadata, CallOptions]
  /** Whoever has seen an error tells of it, so that the next call is made to a server that answers. */
  failed(streams: Streams, error: unknown): Promise<void>
  close(): Promise<void>
}

/** Makes no call yet. @throws {Error} an address that the client does not understand */
export function connect(url: string, name: string, answerMs: number): Connection {
  const inside = clientOf(named(clientAddress(url), name)) as unknown as Inside
  const deadline = Number.POSITIVE_INFINITY

  const streams = () =>
    answered(inside.getGRPCClient(StreamsClient, 'streams'), answerMs).catch(error => {
      throw asUnavailable(error)
    })

  const call = () => inside.callArguments({ requiresLeader: true }, { deadline })
  const failed = async (stub: Streams, error: unknown) => {
    if (error instanceof Error) await inside.handleError(stub, asLostConnection(error)).catch(() => {})
  }

  return {
    answerMs,
    streams,
    call,
    failed,
    read(request, { signal, limitMs = answerMs } = {}) {
      let stub: Streams | undefined
      const open = async () => {
        stub = await streams()
        return stub.read(request, ...call())
      }
      return messagesOf(open, { signal, limitMs }, async error => stub && failed(stub, error))
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
  } catch (error) {
    // Its sentence may end with a part of the address, which may be a password.
    const [, expected = 'another form'] = / expected ([^"]+)\.$/.exec((error as Error).message) ?? []
    const options = [...address.matchAll(/[?&]([^=&]+)=/g)].map(([, option]) => option).join(', ')
    throw new Error(`the event store’s address is none: expected was ${expected}, in its hosts or ${options}`)
  }
}

/** A server that says nothing is left like one that cannot be reached: its host may have vanished without a word. */
const asLostConnection = (error: Error): Error =>
  error instanceof StoreUnavailable
    ? Object.assign(new Error(error.message), { code: status.unavailable })
    : error

/** The name that the server shows for the connection, unless the address has one. */
function named(address: string, name: string): string {
  if (/[?&]connectionName=/i.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}connectionName=${encodeURIComponent(name)}`
}
