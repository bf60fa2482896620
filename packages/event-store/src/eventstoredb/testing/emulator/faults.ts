import { Metadata, status } from '@grpc/grpc-js'

/** Versions of the server say the same with any of them. */
export type NotReadyCode = status.UNKNOWN | status.INTERNAL | status.UNAVAILABLE

export type Endpoint = { host: string; port: number }

/** What goes wrong from now on; each is taken back by setting it again. */
export type Faults = {
  /** It is a follower, and says who leads. */
  leader: Endpoint | null
  /** As while it stops: reads fail, appends are answered so. */
  notReady: NotReadyCode | null
  /** As 23.10 does with a live reader of the log that is slow for a moment. */
  isImpatient: boolean
  /** A reading ends in order after so many messages, once, as of a server that stops. */
  endAfter: number | null
  /** A reading breaks off after so many messages, once. */
  dropAfter: number | null
  /** So many readings from a place end with an error that says nothing, and might mean that nothing stands there. */
  mishaps: number
}

export const noFaults = (): Faults => ({
  leader: null,
  notReady: null,
  isImpatient: false,
  endAfter: null,
  dropAfter: null,
  mishaps: 0,
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
export const mishap = () => failure(status.UNKNOWN, 'Exception was thrown by handler.')
export const tooSlow = () =>
  failure(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live.')
export const noSuchPlace = () => failure(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition')
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
