import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

type Work = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * A Fastify hook that awaits nothing, and refuses by throwing. There are a dozen of them: as async functions each would
 * make every request wait for a promise.
 */
export function syncHook(work: Work) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    work(request, reply)
    done()
  }
}

/** The same for `onSend`, which leaves the payload as it is. */
export function syncOnSend(work: Work) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    _payload: unknown,
    done: HookHandlerDoneFunction,
  ): void => {
    work(request, reply)
    done()
  }
}
