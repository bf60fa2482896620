import { Button } from '@radix-ui/themes'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '../components/dialog.tsx'
import { keepBack } from './back-keeper.ts'

type Leave = () => void

/** The target of a click on a link of this site that opens in this tab; null for every other click. */
function targetOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (!link || elsewhere || link.target === '_blank' || link.hasAttribute('download')) return null
  return link.origin === location.origin ? link.pathname + link.search + link.hash : null
}

/** The router's number of a history entry; undefined where the entry is not the router's. */
const indexOf = (state: unknown): number | undefined => (state as { idx?: number } | null)?.idx

/**
 * Catches links and the browser's Back before the router does. The router can block them only as a data router, which
 * would add to every page's first load.
 */
function catchLeaving(onLeaving: (leave: Leave) => void, go: (path: string) => void): () => void {
  const here = indexOf(history.state)
  let isAllowed = false
  function onClick(event: MouseEvent) {
    const path = targetOf(event)
    if (path === null) return
    event.preventDefault()
    event.stopPropagation()
    onLeaving(() => go(path))
  }
  function onPop(event: PopStateEvent) {
    const there = indexOf(event.state)
    if (isAllowed || here === undefined || there === undefined) return
    event.stopImmediatePropagation()
    if (there === here) return
    // Goes back to the entry of the page that is still shown; the router notices neither move.
    history.go(here - there)
    onLeaving(() => {
      isAllowed = true
      history.go(there - here)
    })
  }
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  addEventListener('beforeunload', event => event.preventDefault(), options)
  document.addEventListener('click', onClick, options)
  const release = keepBack(onPop)
  return () => {
    listening.abort()
    release()
  }
}

/** While something is unsaved, leaving the page needs a confirmation: the browser's own question, or ours. */
export function UnsavedChanges({ unsaved, text }: { unsaved: boolean; text: string }) {
  const navigate = useNavigate()
  const [leave, setLeave] = useState<Leave | null>(null)
  useEffect(
    () => (unsaved ? catchLeaving(way => setLeave(() => way), navigate) : undefined),
    [unsaved, navigate],
  )
  if (!leave) return null
  const stay = () => setLeave(null)
  return (
    <Dialog title="Modifiche non salvate" text={text} close={stay}>
      <div className="actions">
        <Button size="3" onClick={stay}>
          Resta qui
        </Button>
        <Button size="3" variant="outline" onClick={leave}>
          Esci senza salvare
        </Button>
      </div>
    </Dialog>
  )
}
