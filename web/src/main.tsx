// The base styles first, so that those of the screens override them.
import './shell/look/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { isForAdministrators } from './shell/administrators.ts'
import { listenBeforeRouter } from './shell/back-keeper.ts'
import { repeatEarlyPress } from './shell/early-press.ts'
import { preloadScreen } from './shell/screen.tsx'

// zod would try whether the page may make code out of text, which its policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const page = (
  <StrictMode>
    {/* Without transitions a click on a link shows the next screen's waiting state at once. */}
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  </StrictMode>
)

/**
 * Loads the screen's code before hydrating, so that no spinner replaces the prerendered page. Not a top-level await: the
 * screen imports from the bundle of this file, which has to have run by then.
 */
async function start(at: HTMLElement) {
  await preloadScreen(location.pathname).catch(() => undefined)
  // An unknown address of the console has the file of the site's 404 page, and a page of its own.
  const isWaiting = 'waiting' in at.dataset || isForAdministrators(location.pathname)
  if (!at.firstElementChild || isWaiting) return createRoot(at).render(page)
  // As a transition: in slices of a few milliseconds, so that the page can paint and scroll, and presses come first.
  startTransition(() => void hydrateRoot(at, page))
  repeatEarlyPress()
}

listenBeforeRouter()
start(root)

if (!isForAdministrators(location.pathname)) {
  import('./tracking/tracker.ts')
    .then(({ startTracking }) => startTracking())
    .catch(error => console.error('Tracciamento non avviato', error))
}
