import { useState } from 'react'

type Props = { className?: string }

const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

// A field's default says nothing: libraries write values into fields by code.
if (typeof document !== 'undefined')
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement) && !(target instanceof HTMLInputElement)) return
    if (target.matches('form:not([data-kept]) :not([type=radio], [type=checkbox])')) typed.add(target)
  })

/** Whether a form on the page holds a text that a reload would lose. `data-kept`: the form keeps its own. */
const hasTypedText = () => [...typed].some(field => field.isConnected && field.value !== '')

/** Loads the page anew, after a new deployment with its new code. The browser asks first where typed text would be lost. */
function reload() {
  if (hasTypedText()) addEventListener('beforeunload', event => event.preventDefault(), { once: true })
  location.reload()
}

export const ReloadButton = ({ className = 'text-button' }: Props) => (
  <button type="button" className={className} onClick={reload}>
    Ricarica la pagina
  </button>
)

/** The same with what it would cost. */
export function Reload() {
  const [isCostly] = useState(hasTypedText)
  return (
    <>
      <ReloadButton />
      {isCostly && (
        <span className="small quiet reload-cost">
          Ciò che hai scritto nel modulo va perso: prima copialo o invialo.
        </span>
      )}
    </>
  )
}
