import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

type Work = (request: FastifyRequest, reply: FastifyReply) => void

/** A hook that awaits nothing and refuses by throwing: a dozen async functions would make each request wait for promises. */
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
