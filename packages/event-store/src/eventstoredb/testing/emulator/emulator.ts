import type { DeleteReq, DeleteResp } from '@eventstore/db-client/generated/streams_pb.js'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import { streams } from '../../stubs.ts'
import { batchAppend } from './appending.ts'
import { conflict, type Endpoint, type Faults, noFaults, notLeader, notReady, tombstoned } from './faults.ts'
import { type EmulatedLog, emulatedLog } from './log.ts'
import { read } from './reading.ts'
import { GossipService, gossip, StreamsService } from './stubs.ts'
import { endSilently } from './subscribing.ts'

/**
 * An EventStoreDB for tests: the part of its gRPC service that the adapter calls, with a log in memory. It behaves as real
 * servers were observed to. If it differs, a test on a real server decides.
 */
export async function startEmulator(log: EmulatedLog = emulatedLog()) {
  for (const type of ['$UserCreated', '$metadata']) log.putForeign('$$$settings', type)
  const faults = noFaults()
  const host = '127.0.0.1'
  let server = serving(log, faults, () => faults.leader ?? { host, port })
  const listenOn = (wanted: number) =>
    new Promise<number>((resolve, reject) =>
      server.bindAsync(`${host}:${wanted}`, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    )
  const port = await listenOn(0)

  return {
    log,
    faults,
    port,
    url: `esdb://${host}:${port}?tls=false`,
    endSubscriptions: () => endSilently(log),
    /** As after kill -9. */
    async stop() {
      server.forceShutdown()
      await new Promise(resolve => server.tryShutdown(resolve))
    },
    async start() {
      server = serving(log, faults, () => faults.leader ?? { host, port })
      await listenOn(port)
    },
    close: async () => server.forceShutdown(),
  }
}

export type Emulator = Awaited<ReturnType<typeof startEmulator>>

function serving(log: EmulatedLog, faults: Faults, leader: () => Endpoint): Server {
  const server = new Server()
  const { read: readMethod, batchAppend: batchMethod, delete: deleteMethod } = StreamsService
  server.addService(
    { read: readMethod, batchAppend: batchMethod, delete: deleteMethod },
    { read: read(log, faults), batchAppend: batchAppend(log, faults), delete: deletion(log, faults) },
  )
  server.addService(GossipService, {
    read: (_call: unknown, answer: sendUnaryData<unknown>) => answer(null, membersLedBy(leader())),
  })
  return server
}

const deletion =
  (log: EmulatedLog, faults: Faults) =>
  (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>) => {
    if (faults.leader) return answer(notLeader(faults.leader))
    if (faults.notReady) return answer(notReady(faults.notReady))
    const options = call.request.getOptions()
    const stream = Buffer.from(options?.getStreamIdentifier()?.getStreamName() as Uint8Array).toString()
    const outcome = log.deleteSoftly(stream, Number(options?.getRevision()))
    if (outcome.is === 'deleted') return answer(tombstoned(stream))
    if (outcome.is === 'wrong') return answer(conflict(stream))
    answer(null, new streams.DeleteResp())
  }

/** A node reports that this one leads its cluster. */
function membersLedBy({ host, port }: Endpoint) {
  const address = new gossip.EndPoint()
  address.setAddress(host)
  address.setPort(port)
  const member = new gossip.MemberInfo()
  member.setHttpEndPoint(address)
  member.setIsAlive(true)
  member.setState(gossip.MemberInfo.VNodeState.LEADER)
  const info = new gossip.ClusterInfo()
  info.setMembersList([member])
  return info
}
