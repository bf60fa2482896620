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

/** On the window, since the test began: one that stayed would hear the presses of the next test. */
const listeners: Parameters<typeof addEventListener>[] = []
const listen = window.addEventListener
beforeEach(() => {
  window.addEventListener = (...added: Parameters<typeof addEventListener>) => {
    listeners.push(added)
    listen(...added)
  }
})

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // What is under way goes as far as its next call, and no further: later it would write into the storage of the next test.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await new Promise(resolve => setTimeout(resolve))
  window.addEventListener = listen
  for (const added of listeners.splice(0)) removeEventListener(...added)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  newestWrite.position = ''
  document.documentElement.className = ''
})
