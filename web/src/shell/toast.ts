import { atom, useSetAtom } from 'jotai'

export type ToastText = { title: string; description?: string; destructive?: boolean }
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
