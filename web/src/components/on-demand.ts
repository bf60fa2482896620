import { type ComponentType, createElement, lazy, useEffect, useEffectEvent, useState } from 'react'
import { failure, useToast } from '../toasts/toast.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Code that is loaded with the first press, once for all users; after a failure the next call tries again. */
export function onDemand<Props>(importPart: Load<Props>) {
  let part: ComponentType<Props> | null = null
  return {
    loaded: () => part,
    async load() {
      part ??= (await importPart()).default
      return part
    },
  }
}

const early = new Set<(event: PopStateEvent) => void>()
// Registered before the router: Chromium calls a window's own listeners in that order, also those that capture.
globalThis.window?.addEventListener('popstate', event => {
  for (const listener of early) listener(event)
})

/** Calls `listener` at Back and Forward before the router hears of it. @returns ends it */
export function beforeRouter(listener: (event: PopStateEvent) => void) {
  early.add(listener)
  return () => early.delete(listener)
}

/** React's `lazy`, which keeps a failure for good; here the next press or Back tries again. */
export function lazyPart<Props extends object>(importPart: Load<Props>): ComponentType<Props> {
  let Part: ComponentType<Props> = lazy(load)
  return props => createElement(Part, props)

  function load() {
    return importPart().catch(error => {
      const broken = Part
      const renew = () => {
        if (Part === broken) Part = lazy(load)
      }
      beforeRouter(renew)
      addEventListener('click', renew, { capture: true, once: true })
      throw error
    })
  }
}

const missing = 'Non si è aperto: controlla la connessione e premi di nuovo, o ricarica la pagina.'

/**
 * A part that is shown while it is open; null until its code is loaded. If loading fails, a toast says so and `close` is
 * called; the next opening loads it again.
 */
export function useLazyPart<Props>(
  code: ReturnType<typeof onDemand<Props>>,
  isOpen: boolean,
  close: () => void,
  description = missing,
): ComponentType<Props> | null {
  const toast = useToast()
  const [, setPart] = useState(code.loaded)
  const onFailure = useEffectEvent((error: unknown) => {
    console.error('Codice non caricato', error)
    close()
    toast({ ...failure(description), canReload: true })
  })
  useEffect(() => {
    if (!isOpen) return
    let isCancelled = false
    code.load().then(
      part => isCancelled || setPart(() => part),
      error => isCancelled || onFailure(error),
    )
    return () => {
      isCancelled = true
    }
  }, [code, isOpen])
  return code.loaded()
}

/** `hasTextField`: loads it in advance, so that the first letters are not lost. */
type Options = { hasTextField?: boolean }

/**
 * A part that a button opens. Its code is loaded when pointer or focus reach the button, so that the press shows it at once.
 */
export function useOnDemand<Props>(
  code: ReturnType<typeof onDemand<Props>>,
  { hasTextField = false }: Options = {},
) {
  const [isOpen, setOpen] = useState(false)
  const Part = useLazyPart(code, isOpen, () => setOpen(false))
  const startLoading = () => {
    code.load().catch(() => undefined)
  }
  useEffect(() => {
    if (!hasTextField) return
    const timer = setTimeout(() => code.load().catch(() => undefined), 200)
    return () => clearTimeout(timer)
  }, [code, hasTextField])
  return {
    Part,
    isOpen,
    setOpen,
    open: () => setOpen(true),
    preload: { onPointerEnter: startLoading, onFocus: startLoading },
  }
}
