import { Metadata, status } from '@grpc/grpc-js'

/** Versions of the server use different codes. */
export type NotReadyCode = status.UNKNOWN | status.INTERNAL | status.UNAVAILABLE

export type Endpoint = { host: string; port: number }

/** The faults from now on. A new setting ends them. */
export type Faults = {
  /** It is a follower, and names the leader. */
  leader: Endpoint | null
  /** Like a stopping server: reads fail, appends get this answer. */
  notReady: NotReadyCode | null
  /** Like 23.10 if a live reader of the log is slow for a moment. */
  dropsSlowReader: boolean
  /** One read ends without an error after this many messages, like on a stopping server. */
  endAfter: number | null
  /** One read fails after this many messages. */
  dropAfter: number | null
  /** This many reads from a position fail with an error that could also mean that no event is there. */
  positionFailures: number
}

export const noFaults = (): Faults => ({
  leader: null,
  notReady: null,
  dropsSlowReader: false,
  endAfter: null,
  dropAfter: null,
  positionFailures: 0,
})

export const failure = (code: status, details: string, words: Record<string, string> = {}) => {
  const metadata = new Metadata()
  for (const [name, word] of Object.entries(words)) metadata.set(name, word)
  return Object.assign(new Error(details), { code, details, metadata })
}

export const notLeader = ({ host, port }: Endpoint) =>
  failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  })

export const notReady = (code: NotReadyCode) => failure(code, 'Server Is Not Ready')
export const thrown = () => failure(status.UNKNOWN, 'Exception was thrown by handler.')
export const tooSlow = () =>
  failure(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live.')
export const noSuchPosition = () => failure(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition')
export const dropped = () => failure(status.UNAVAILABLE, 'read ECONNRESET')
export const tombstoned = (stream: string) =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })
export const conflict = (stream: string) =>
  failure(status.FAILED_PRECONDITION, 'Append failed due to WrongExpectedVersion.', {
    exception: 'wrong-expected-version',
    'stream-name': stream,
  })
