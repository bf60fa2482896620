// The look first: what a screen brings comes after it, and wins.
import './shell/look/index.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { preloadScreen } from './shell/screen.tsx'

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

// A prerendered page is taken up whole: its screen's code is there first, so that nothing gives way to a spinner.
// Not awaited at the top: that code imports from this very file's chunk, and each would wait for the other for ever.
if (root.firstElementChild) {
  preloadScreen(location.pathname)
    .catch(() => undefined)
    .then(() => hydrateRoot(root, page))
} else {
  createRoot(root).render(page)
}

import('./tracking/tracker.ts')
  .then(({ startTracking }) => startTracking())
  .catch(error => console.error('Tracciamento non avviato', error))
