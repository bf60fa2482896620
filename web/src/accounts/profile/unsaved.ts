import { useEffect } from 'react'
import { beforeRouter } from '../../components/on-demand.ts'

const question = 'Le modifiche non salvate andranno perse. Vuoi uscire dalla pagina?'

/** The link to another page of this tab that was pressed. */
function linkOf({ target, button, metaKey, ctrlKey, shiftKey }: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.origin !== location.origin) return null
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && link.pathname !== location.pathname
    ? link
    : null
}

/** Asks before a link, Back or the end of the page loses what was typed. */
export function useUnsavedGuard(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    // The router numbers its history entries.
    const here = Number(history.state?.idx)
    let isReturning = false
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      if (!linkOf(event) || window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // The entry has already changed, so a refusal goes back to this one.
    const onPop = (event: PopStateEvent) => {
      const by = here - Number(event.state?.idx)
      if (!isReturning && (!by || window.confirm(question))) return
      event.stopImmediatePropagation()
      if (!isReturning) history.go(by)
      isReturning = !isReturning
    }
    addEventListener('beforeunload', onClose)
    addEventListener('click', onClick, true)
    const endPop = beforeRouter(onPop)
    return () => {
      removeEventListener('beforeunload', onClose)
      removeEventListener('click', onClick, true)
      endPop()
    }
  }, [isDirty])
}
