import { createRequire } from 'node:module'

/**
 * The service's messages as the client package ships them, generated for CommonJS: an `import` would not find their names.
 * By these the adapter appends and reads; the client itself brings the address, TLS, credentials and the leader.
 */
const require = createRequire(import.meta.url)

export const streams: typeof import('@eventstore/db-client/generated/streams_pb.js') = require('@eventstore/db-client/generated/streams_pb.js')

export const shared: typeof import('@eventstore/db-client/generated/shared_pb.js') = require('@eventstore/db-client/generated/shared_pb.js')

export const {
  StreamsClient,
}: typeof import('@eventstore/db-client/generated/streams_grpc_pb.js') = require('@eventstore/db-client/generated/streams_grpc_pb.js')
