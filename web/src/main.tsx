// Base styles first, so that the pages’ styles override them.
import './shell/look/index.css'
import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App, isForAdministrators, preloadPage } from './app.tsx'
import { earlyControls } from './shell/early-controls.ts'

// Otherwise zod would test whether it may make code out of text, which the page's policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const page = (
  <StrictMode>
    {/* Without transitions a click on a link shows the next page's waiting state at once. */}
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  </StrictMode>
)

type EarlyPress = { buttons: Set<HTMLButtonElement>; stop(): void }

/**
 * Loads the page's code before hydrating, so that no spinner replaces the prerendered page. Not a top-level await: the
 * page imports from the bundle of this file, which has to have run by then.
 */
async function start(at: HTMLElement) {
  await preloadPage(location.pathname).catch(() => undefined)
  // An unknown address of the console is served with the site's 404 page, but has a page of its own.
  const isWaiting = 'waiting' in at.dataset || isForAdministrators(location.pathname)
  if (!at.firstElementChild || isWaiting) return createRoot(at).render(page)
  const restore = earlyControls(at)
  const { earlyPress } = window as { earlyPress?: EarlyPress }
  const pressed = earlyPress?.buttons ?? []
  earlyPress?.stop()
  if (at.querySelector('font')) {
    // A translator was faster than this code: what it changed cannot be hydrated.
    flushSync(() => createRoot(at).render(page))
    return restore(pressed)
  }
  // React sets a select back to its first option; `useGivenValues` reads what was chosen.
  for (const select of at.querySelectorAll('select'))
    if (select.selectedIndex > 0) select.dataset.given = select.value
  // As a transition: in slices of a few milliseconds, so that the page can paint and scroll, and presses come first.
  startTransition(() => void hydrateRoot(at, page, { onRecoverableError }))
  // In the order of the last presses (`early-press.inline.js`).
  for (const button of pressed) button.click()

  /** Something changed the page meanwhile, as a translator that writes into the texts themselves; React has made it anew. */
  function onRecoverableError(error: unknown) {
    console.error('Hydration failed', error)
    restore(pressed)
  }
}

start(root)

if (!isForAdministrators(location.pathname)) {
  import('./tracking/tracker.ts')
    .then(({ startTracking }) => startTracking())
    .catch(error => console.error('Tracciamento non avviato', error))
}
