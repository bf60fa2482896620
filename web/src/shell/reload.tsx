import { keepTypedText } from './typed-text.ts'

/** Loads the page anew, after a new deployment with its new code. The browser asks first only where typed text would be lost. */
function reload() {
  const ask = (event: BeforeUnloadEvent) =>
    keepTypedText() ? event.stopImmediatePropagation() : event.preventDefault()
  addEventListener('beforeunload', ask, { capture: true, once: true })
  location.reload()
}

export const ReloadButton = () => (
  <button type="button" className="text-button" onClick={reload}>
    Ricarica la pagina
  </button>
)
