import { type QuestionView, questionView } from '@tba/events/questions/views.ts'
import { useSyncExternalStore } from 'react'
import { HttpError } from '../../api/http.ts'
import { askConsole, consoleCall, consolePoll } from './calls.ts'
import { currentToken } from './token.ts'

/** A question whose answer takes more than a second. `progress` from 0 to 1. */
type LongQuestion = { id: string; progress: number; cancel: () => void }

const pollMs = 500
const cancelled = 'Conteggio annullato'
const pathOf = (id: string) => `/api/admin/questions/${id}`
let running: readonly LongQuestion[] = []
const listeners = new Set<() => void>()

function show(id: string, question: LongQuestion | null) {
  running = [...running.filter(other => other.id !== id), ...(question ? [question] : [])]
  for (const listener of listeners) listener()
}
/** A closed tab cancels. A call outlives it only so. */
function cancelAll() {
  const headers = { Authorization: `Bearer ${currentToken()}` }
  for (const { id } of running) void fetch(pathOf(id), { method: 'DELETE', keepalive: true, headers })
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('pagehide', cancelAll)
  return () => {
    listeners.delete(listener)
    removeEventListener('pagehide', cancelAll)
  }
}
export const useLongQuestions = () => useSyncExternalStore(subscribe, () => running)

/** The person did it: no failure. */
export const isCancelled = (error: unknown) => error instanceof HttpError && error.text === cancelled

/** The answer, however long it takes. Throws HttpError. @param body null: the address is the question */
export async function askQuestion(path: string, body: string | null, signal?: AbortSignal): Promise<unknown> {
  const { isLater, view } = await askConsole(path, body, signal)
  if (!isLater) return view
  const { id }: { id: string } = view
  const cancel = () => void consoleCall('DELETE', pathOf(id)).catch(() => {})
  signal?.addEventListener('abort', cancel)
  // From here on a closed tab cancels it.
  show(id, { id, progress: 0, cancel })
  try {
    for (;;) {
      const { state, progress, result, status, message }: QuestionView = questionView.parse(
        await consolePoll(pathOf(id)),
      )
      signal?.throwIfAborted()
      if (state === 'done') return result
      if (state !== 'running') {
        const sentence = message ?? cancelled
        throw new HttpError(status ?? 400, sentence, { message: sentence })
      }
      show(id, { id, progress, cancel })
      await new Promise(resolve => setTimeout(resolve, pollMs))
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    show(id, null)
  }
}
