import { randomUUID } from 'node:crypto'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ClientDuplexStream } from '@grpc/grpc-js'
import type { StoreUnavailable } from '../port.ts'
import {
  batchRequest,
  idIn,
  parseResponse,
  type Refused,
  type Write,
  type Written,
} from './append-message.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, silent } from './failures.ts'

export type Writer = ReturnType<typeof openWriter>

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>
type Open = { call: Call; stub: StreamsClient; waiting: Map<string, Waiting> }
type Waiting = { answer(response: BatchAppendResp): void; fail(error: StoreUnavailable): void }

/**
 * All appends of this store go over one call, and each is answered by itself. The client's own command for it keeps those
 * that wait in one map of the module: an error of any client rejects the appends of all, and a late answer then ends the
 * process. Here they belong to their call.
 */
export function openWriter(connection: Connection) {
  let opening: Promise<Open> | null = null
  let current: Open | null = null

  async function open(): Promise<Open> {
    const stub = await connection.streams()
    const opened: Open = { call: stub.batchAppend(...connection.call()), stub, waiting: new Map() }
    const { call, waiting } = opened
    call.on('data', (response: BatchAppendResp) => {
      const id = idIn(response)
      waiting.get(id)?.answer(response)
      waiting.delete(id)
    })
    call.on('error', error => abandon(opened, error))
    call.on('end', () => abandon(opened, new Error('the connection was closed')))
    current = opened
    return opened
  }

  /** What waits for an answer of this call gets none; the next append makes another. */
  function abandon(gone: Open, error: Error): void {
    if (current === gone) {
      current = null
      opening = null
    }
    const unavailable = asUnavailable(error)
    for (const { fail } of gone.waiting.values()) fail(unavailable)
    gone.waiting.clear()
    gone.call.cancel()
    void connection.failed(gone.stub, error)
  }

  return {
    /** One attempt. @throws {StoreUnavailable} nobody knows whether it was written, and nothing else is thrown */
    async write(write: Write): Promise<Written | Refused> {
      const id = randomUUID()
      opening ??= open().catch(error => {
        opening = null
        // Also of a channel that was shut down meanwhile: that is thrown at once.
        throw asUnavailable(error)
      })
      const opened = await opening
      return new Promise((resolve, reject) => {
        const { answerMs } = connection
        const timer = setTimeout(() => abandon(opened, silent(answerMs)), answerMs)
        opened.waiting.set(id, {
          answer(response) {
            clearTimeout(timer)
            try {
              resolve(parseResponse(response, write))
            } catch (error) {
              reject(asUnavailable(error))
            }
          },
          fail(error) {
            clearTimeout(timer)
            reject(error)
          },
        })
        opened.call.write(batchRequest(id, write))
      })
    },
    close() {
      current?.call.end()
    },
  }
}
