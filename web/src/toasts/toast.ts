import { atom, useSetAtom } from 'jotai'
import { serverMessage } from '../api/http.ts'

export type ToastText = { title: string; description?: string; destructive?: boolean; canReload?: boolean }
type Toast = ToastText & { id: number }

/** Waiting toasts, the shown one first. */
export const toastQueueAtom = atom<Toast[]>([])

let lastId = 0

const showAtom = atom(null, (_get, set, text: ToastText) => {
  lastId += 1
  const toast = { ...text, id: lastId }
  set(toastQueueAtom, queue => [...queue, toast])
})

export const dismissAtom = atom(null, (_get, set, id: number) =>
  set(toastQueueAtom, queue => queue.filter(toast => toast.id !== id)),
)

export const useToast = () => useSetAtom(showAtom)

export const failure = (description: string, title = 'Errore'): ToastText => ({
  title,
  description,
  destructive: true,
})

/** Shows a failure: the server's words, else the fallback. */
export function useFailure() {
  const toast = useToast()
  return (error: unknown, fallback: string, title?: string) =>
    toast(failure(serverMessage(error, fallback), title))
}

/** Copies a text. A browser may refuse it, for example without HTTPS. @returns whether it was copied */
export function useCopy({ done, failed }: { done?: ToastText; failed: ToastText }) {
  const toast = useToast()
  return async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast({ ...failed, destructive: true })
      return false
    }
    if (done) toast(done)
    return true
  }
}
