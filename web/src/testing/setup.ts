import { cleanup, configure } from '@testing-library/react'
import { newestWrite } from '../api/http.ts'

// Only a failing test waits this long: see longestWaitMs in packages/testing/src/wait.ts.
configure({ asyncUtilTimeout: 180_000 })

// Browser functions that jsdom lacks.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => {}
Element.prototype.releasePointerCapture ??= () => {}
// jsdom's own frames need a timer, which stops for good after a test with fake timers.
window.requestAnimationFrame = callback => Number(setTimeout(() => callback(performance.now()), 16))
window.cancelAnimationFrame = clearTimeout
window.scrollTo = () => {}
window.matchMedia ??= query =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  newestWrite.position = ''
  document.documentElement.className = ''
})
