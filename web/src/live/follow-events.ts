import type { EventSourceMessage } from 'eventsource-parser'
import { EventSourceParserStream } from 'eventsource-parser/stream'

type Stream = {
  /** Asks for the events; after a break again. Throws as `request` does. */
  open: (signal: AbortSignal) => Promise<Response>
  onMessage: (message: EventSourceMessage) => void
  /** @param error why it was refused; null: the server ended it @returns whether the stream is over for good */
  onBroken: (error: unknown) => boolean
  /** The server sends a heartbeat more often. After so long without one, the connection is dead. */
  deadAfterMs: number
  firstPauseMs: number
  maxPauseMs: number
}

/** Follows a stream of server-sent events until it is stopped or over. A broken one is opened again, after growing pauses. */
export async function followEvents(stream: Stream, stopped: AbortSignal): Promise<void> {
  const { firstPauseMs, maxPauseMs, onMessage, onBroken } = stream
  let pauseMs = firstPauseMs
  // Not when it opens: that also comes through a proxy that holds the messages back.
  const onAlive = (message: EventSourceMessage) => {
    pauseMs = firstPauseMs
    onMessage(message)
  }
  while (!stopped.aborted) {
    const error = await followOnce({ ...stream, onMessage: onAlive }, stopped).catch(failure => failure)
    if (stopped.aborted || onBroken(error)) return
    // At random, so that not all browsers come back at once.
    const waitMs = pauseMs * (0.5 + Math.random())
    await new Promise(resolve => setTimeout(resolve, waitMs))
    pauseMs = Math.min(maxPauseMs, pauseMs * 2)
  }
}

/** After a change of network or a sleep of the machine a connection is not closed, only silent. */
async function followOnce({ open, onMessage, deadAfterMs }: Stream, stopped: AbortSignal): Promise<null> {
  const silence = new AbortController()
  const awaitNext = () => setTimeout(() => silence.abort(), deadAfterMs)
  let timer = awaitNext()
  try {
    const { body } = await open(AbortSignal.any([stopped, silence.signal]))
    const reader = body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (let next = await reader?.read(); next?.value && !stopped.aborted; next = await reader?.read()) {
      clearTimeout(timer)
      timer = awaitNext()
      onMessage(next.value)
    }
    return null
  } finally {
    clearTimeout(timer)
  }
}
