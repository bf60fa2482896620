import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import { shared, streams } from '../../stubs.ts'
import { type Faults, notLeader } from './faults.ts'
import type { EmulatedLog, Expects, Outcome, Proposed } from './log.ts'
import { Any, Status } from './stubs.ts'

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>

/** Answers each append separately, in order of arrival. */
export function batchAppend(log: EmulatedLog, faults: Faults) {
  return (call: Call) => {
    call.on('data', (request: BatchAppendReq) => {
      if (faults.leader) return void call.emit('error', notLeader(faults.leader))
      const answer = new streams.BatchAppendResp()
      answer.setCorrelationId(request.getCorrelationId())
      answer.setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
      if (faults.notReady)
        answer.setError(error('google.protobuf.Empty', new Uint8Array(), 'Server Is Not Ready'))
      else fill(answer, perform(log, request))
      call.write(answer)
    })
    call.on('end', () => call.end())
  }
}

function perform(log: EmulatedLog, request: BatchAppendReq): Outcome {
  const options = request.getOptions() as BatchAppendReq.Options
  const name = Buffer.from(options.getStreamIdentifier()?.getStreamName() as Uint8Array).toString()
  return log.append(name, expectsIn(options), request.getProposedMessagesList().map(proposedIn))
}

/** The adapter sends nothing else: a real server recognises other repeats only until it restarts. */
function expectsIn(options: BatchAppendReq.Options): Expects {
  if (options.hasAny() || options.hasStreamExists()) throw new Error('an append without a revision')
  return options.hasNoStream() ? 'no_stream' : Number(options.getStreamPosition())
}

const proposedIn = (message: BatchAppendReq.ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
  isJson: message.getMetadataMap().get('content-type') === 'application/json',
})

function fill(answer: BatchAppendResp, outcome: Outcome): void {
  switch (outcome.is) {
    case 'written': {
      const success = new streams.BatchAppendResp.Success()
      success.setCurrentRevision(String(outcome.revision))
      if (outcome.position !== null) success.setPosition(positionOf(outcome.position))
      return void answer.setSuccess(success)
    }
    case 'wrong': {
      const conflict = new shared.WrongExpectedVersion()
      if (outcome.actual !== null) conflict.setCurrentStreamRevision(String(outcome.actual))
      return void answer.setError(
        error('event_store.client.WrongExpectedVersion', conflict.serializeBinary()),
      )
    }
    case 'deleted':
      answer.setError(error('event_store.client.StreamDeleted', new shared.StreamDeleted().serializeBinary()))
  }
}

function positionOf(at: bigint) {
  const position = new shared.AllStreamPosition()
  position.setCommitPosition(String(at))
  position.setPreparePosition(String(at))
  return position
}

function error(type: string, bytes: Uint8Array, message = '') {
  const details = new Any()
  details.pack(bytes, type)
  const status = new Status()
  status.setDetails(details)
  status.setMessage(message)
  return status
}
