import { createRequire } from 'node:module'

/**
 * The messages and stubs that the client package contains. They are generated for CommonJS: an `import` would not find their
 * names. The adapter appends and reads with them. The client provides address, TLS, credentials and the leader.
 */
const require = createRequire(import.meta.url)

export const streams: typeof import('@eventstore/db-client/generated/streams_pb.js') = require('@eventstore/db-client/generated/streams_pb.js')

export const shared: typeof import('@eventstore/db-client/generated/shared_pb.js') = require('@eventstore/db-client/generated/shared_pb.js')

export const {
  StreamsClient,
}: typeof import('@eventstore/db-client/generated/streams_grpc_pb.js') = require('@eventstore/db-client/generated/streams_grpc_pb.js')
