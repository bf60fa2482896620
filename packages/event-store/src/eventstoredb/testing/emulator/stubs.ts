import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export const {
  StreamsService,
}: typeof import('@eventstore/db-client/generated/streams_grpc_pb.js') = require('@eventstore/db-client/generated/streams_grpc_pb.js')

export const {
  GossipService,
}: typeof import('@eventstore/db-client/generated/gossip_grpc_pb.js') = require('@eventstore/db-client/generated/gossip_grpc_pb.js')

export const gossip: typeof import('@eventstore/db-client/generated/gossip_pb.js') = require('@eventstore/db-client/generated/gossip_pb.js')

export const {
  Status,
}: typeof import('@eventstore/db-client/generated/status_pb.js') = require('@eventstore/db-client/generated/status_pb.js')

export const {
  Any,
}: typeof import('google-protobuf/google/protobuf/any_pb.js') = require('google-protobuf/google/protobuf/any_pb.js')
