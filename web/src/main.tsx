// The look first: what a screen brings comes after it, and wins.
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
 * The screen's code is there first, so that nothing gives way to a spinner: a prerendered page is taken up whole,
 * and what only waits for its screen makes room for it. Not awaited at the top: the screen imports parts of this
 * very file, which must have run by then.
 */
async function start(at: HTMLElement) {
  await preloadScreen(location.pathname).catch(() => undefined)
  if (!at.firstElementChild || 'waiting' in at.dataset) return createRoot(at).render(page)
  // In slices of a few milliseconds, between which the page paints and scrolls; what is pressed comes first.
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
