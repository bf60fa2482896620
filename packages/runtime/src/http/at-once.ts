import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

type Work = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * A hook that awaits nothing, and refuses by throwing. There are a dozen of them, and every request would have to wait
 * for each if it were an async function.
 */
export function atOnce(work: Work) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    work(request, reply)
    done()
  }
}

/** The same for `onSend`, which leaves the payload as it is. */
export function atOnceBeforeSending(work: Work) {
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
