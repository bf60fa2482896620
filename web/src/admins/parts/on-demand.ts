import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useToast } from '../../shell/toast.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Code that only a press needs. It is loaded once for all who show it; where that failed, the next call tries again. */
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

/**
 * What a button opens. `Part` is null until its code is there: it is asked for when pointer or focus reach the button, so
 * that the press shows it at once; what is typed into, in advance, so that the first letters are not lost. Where it does not arrive, the press that wanted it is told, and the next one asks again.
 */
export function useOnDemand<Props>(code: ReturnType<typeof onDemand<Props>>, { isTypedInto = false } = {}) {
  const toast = useToast()
  const [Part, setPart] = useState(code.here)
  const [isOpen, setOpen] = useState(false)

  async function ready() {
    const part = code.here() ?? (await code.ready())
    setPart(() => part)
  }
  const prepare = () => {
    ready().catch(() => undefined)
  }
  useEffect(() => {
    if (!isTypedInto) return
    const timer = setTimeout(() => code.ready().catch(() => undefined), 200)
    return () => clearTimeout(timer)
  }, [code, isTypedInto])
  async function open() {
    setOpen(true)
    try {
      await ready()
    } catch (error) {
      console.error('Codice non caricato', error)
      setOpen(false)
      toast(missing)
    }
  }
  return { Part, isOpen, setOpen, open, early: { onPointerEnter: prepare, onFocus: prepare } }
}

/**
 * What is open as long as it is wanted, as an address says it: null until its code is there. Where it does not arrive, that is
 * told and given up, and wanting it again asks again.
 */
export function useWanted<Props>(
  code: ReturnType<typeof onDemand<Props>>,
  isWanted: boolean,
  giveUp: () => void,
): ComponentType<Props> | null {
  const toast = useToast()
  const [Part, setPart] = useState(code.here)
  const missed = useEffectEvent((error: unknown) => {
    console.error('Codice non caricato', error)
    giveUp()
    toast(missing)
  })
  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    code.ready().then(
      part => isLeft || setPart(() => part),
      error => isLeft || missed(error),
    )
    return () => {
      isLeft = true
    }
  }, [code, isWanted])
  return Part
}

const missing = {
  title: 'Errore',
  description: 'Non si è aperto: controlla la connessione e premi di nuovo.',
  destructive: true,
}
