import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { StoreUnavailable } from '../port.ts'
import { idDigits } from './log-position.ts'
import { shared } from './stubs.ts'
import type { Refused, Write, Written } from './writing.ts'

const prefix = 'event_store.client.'

/** @throws {StoreUnavailable} where it may have been written all the same */
export function parseResponse(response: BatchAppendResp, { stream, events }: Write): Written | Refused {
  const error = response.getError()
  if (!error) return written(response, events.at(-1)?.id ?? '')
  const details = error.getDetails()
  switch (details?.getTypeName()) {
    case `${prefix}WrongExpectedVersion`: {
      const conflict = shared.WrongExpectedVersion.deserializeBinary(details.getValue_asU8())
      return {
        refused: 'conflict',
        actual: conflict.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : null,
      }
    }
    case `${prefix}StreamDeleted`:
      return { refused: 'tombstoned' }
    case `${prefix}MaximumAppendSizeExceeded`:
      return { refused: 'too large' }
    case `${prefix}AccessDenied`:
      throw new StoreUnavailable(`EventStoreDB lets this user not append to ${stream}`)
    default:
      // "Server Is Not Ready" while it stops, "No leader info", a time that ran out while it was being replicated.
      throw new StoreUnavailable(`EventStoreDB is unavailable: ${error.getMessage() || 'it gave no reason'}`)
  }
}

function written(response: BatchAppendResp, lastId: string): Written {
  const success = response.getSuccess()
  const position = success?.getPosition()
  return {
    revision: Number(success?.getCurrentRevision()),
    logPosition: position
      ? {
          commit: BigInt(position.getCommitPosition()),
          prepare: BigInt(position.getPreparePosition()),
          id: idDigits(lastId),
        }
      : null,
  }
}
