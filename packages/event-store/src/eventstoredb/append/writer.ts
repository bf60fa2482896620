import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ClientDuplexStream } from '@grpc/grpc-js'
import { withTimeout } from '../../with-timeout.ts'
import type { Connection } from '../connection.ts'
import { asUnavailable, noAnswer } from '../failures.ts'
import { batchRequest, parseResponse, type Write, type Written } from './append-message.ts'

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>
type Open = { call: Call; stub: StreamsClient; waiting: Map<string, PromiseWithResolvers<BatchAppendResp>> }

/**
 * All appends of this store go over one call, and each gets its own answer. The client's own command keeps waiting appends
 * in one map of the module: an error of any client rejects the appends of all, and a late answer then ends the process.
 * Here they belong to their call.
 */
export function openWriter(connection: Connection) {
  let opening: Promise<Open> | null = null
  let current: Open | null = null

  async function open(): Promise<Open> {
    const stub = await connection.streams()
    const opened: Open = { call: stub.batchAppend(...connection.call()), stub, waiting: new Map() }
    const { call, waiting } = opened
    call.on('data', (response: BatchAppendResp) => {
      const id = response.getCorrelationId()?.getString() ?? ''
      waiting.get(id)?.resolve(response)
      waiting.delete(id)
    })
    call.on('error', error => abandon(opened, error))
    call.on('end', () => abandon(opened, new Error('the connection was closed')))
    current = opened
    return opened
  }

  /** What waits for an answer of this call gets none. The next append opens another call. */
  function abandon(lost: Open, error: Error): void {
    if (current === lost) {
      current = null
      opening = null
    }
    for (const { reject } of lost.waiting.values()) reject(asUnavailable(error))
    lost.waiting.clear()
    lost.call.cancel()
    void connection.reportFailure(lost.stub, error)
  }

  return {
    /**
     * One attempt.
     * @throws {StoreUnavailable} the outcome is unknown. And what `parseResponse` throws
     */
    async write(write: Write): Promise<Written> {
      opening ??= open().catch(error => {
        opening = null
        // Also thrown by a channel that was closed meanwhile.
        throw asUnavailable(error)
      })
      const opened = await opening
      const id = crypto.randomUUID()
      const answer = Promise.withResolvers<BatchAppendResp>()
      opened.waiting.set(id, answer)
      opened.call.write(batchRequest(id, write))
      const response = await withTimeout(connection.answerMs, answer.promise, () => {
        const error = noAnswer(connection.answerMs)
        abandon(opened, error)
        throw error
      })
      return parseResponse(response, write)
    },
    close() {
      current?.call.end()
    },
  }
}
