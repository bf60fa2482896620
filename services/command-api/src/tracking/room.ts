import type { Failure } from '@tba/events/failure.ts'
import type { Disk } from '@tba/runtime/disk.ts'
import { documented } from '@tba/runtime/http/hook-docs.ts'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

const message = 'Il tracciamento è momentaneamente sospeso. Riprova più tardi.'

/** Tracking goes first where the disk gets full, so that what customers do can still be written. */
export function refuseWithoutRoom(disk: Disk) {
  return documented(
    { refusals: [503] },
    (_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
      if (!disk.isLow()) return done()
      // Not thrown: a line in the log for each would fill the rest of the disk.
      reply
        .code(503)
        .header('retry-after', '60')
        .send({ message } satisfies Failure)
    },
  )
}
