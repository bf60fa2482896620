import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { failure, useToast } from '../toasts/toast.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Code that is loaded with the first press, once for all users; after a failure the next call tries again. */
export function onDemand<Props>(load: Load<Props>) {
  let loaded: ComponentType<Props> | null = null
  return {
    here: () => loaded,
    async ready() {
      loaded ??= (await load()).default
      return loaded
    },
  }
}

const missing = 'Non si è aperto: controlla la connessione e premi di nuovo.'

/**
 * A part that is open while it is wanted; null until its code is loaded. If loading fails, a toast says so and the part is
 * given up; the next wish loads it again.
 */
export function useWanted<Props>(
  code: ReturnType<typeof onDemand<Props>>,
  isWanted: boolean,
  giveUp: () => void,
  description = missing,
): ComponentType<Props> | null {
  const toast = useToast()
  const [, setCome] = useState(code.here)
  const missed = useEffectEvent((error: unknown) => {
    console.error('Codice non caricato', error)
    giveUp()
    toast(failure(description))
  })
  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    code.ready().then(
      part => isLeft || setCome(() => part),
      error => isLeft || missed(error),
    )
    return () => {
      isLeft = true
    }
  }, [code, isWanted])
  return code.here()
}

/** `isTypedInto`: loads it in advance, so that the first letters are not lost. */
type How = { isTypedInto?: boolean }

/**
 * A part that a button opens. Its code is loaded when pointer or focus reach the button, so that the press shows it at once.
 */
export function useOnDemand<Props>(
  code: ReturnType<typeof onDemand<Props>>,
  { isTypedInto = false }: How = {},
) {
  const [isOpen, setOpen] = useState(false)
  const Part = useWanted(code, isOpen, () => setOpen(false))
  const prepare = () => {
    code.ready().catch(() => undefined)
  }
  useEffect(() => {
    if (!isTypedInto) return
    const timer = setTimeout(() => code.ready().catch(() => undefined), 200)
    return () => clearTimeout(timer)
  }, [code, isTypedInto])
  return {
    Part,
    isOpen,
    setOpen,
    open: () => setOpen(true),
    early: { onPointerEnter: prepare, onFocus: prepare },
  }
}
