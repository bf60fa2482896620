// Base styles first, so that the pages’ styles override them.
import './shell/look/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App, isForAdministrators, preloadPage } from './app.tsx'

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

/**
 * Loads the page's code before hydrating, so that no spinner replaces the prerendered page. Not a top-level await: the
 * page imports from the bundle of this file, which has to have run by then.
 */
async function start(at: HTMLElement) {
  await preloadPage(location.pathname).catch(() => undefined)
  // An unknown address of the console is served with the site's 404 page, but has a page of its own.
  const isWaiting = 'waiting' in at.dataset || isForAdministrators(location.pathname)
  if (!at.firstElementChild || isWaiting) return createRoot(at).render(page)
  // React sets a select back to its first option; `useGivenValues` reads what was chosen.
  for (const select of at.querySelectorAll('select'))
    if (select.selectedIndex > 0) select.dataset.given = select.value
  // As a transition: in slices of a few milliseconds, so that the page can paint and scroll, and presses come first.
  startTransition(() => void hydrateRoot(at, page))
  repeatEarlyPresses()
}

type EarlyPress = { buttons: Set<HTMLButtonElement>; stop(): void }

/** Presses each button that was pressed before the code was there (`early-press.inline.js`), in the order of the last presses. */
function repeatEarlyPresses() {
  const { earlyPress } = window as { earlyPress?: EarlyPress }
  earlyPress?.stop()
  for (const button of earlyPress?.buttons ?? []) button.click()
}

start(root)

if (!isForAdministrators(location.pathname)) {
  import('./tracking/tracker.ts')
    .then(({ startTracking }) => startTracking())
    .catch(error => console.error('Tracciamento non avviato', error))
}
