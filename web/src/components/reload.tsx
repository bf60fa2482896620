type Props = { className?: string }

const typed = ':is(input:not([type=radio], [type=checkbox], [type=hidden]), textarea)'

/** Whether a form holds a text that a reload would lose. What React controls is kept by the page or the browser. */
const hasTypedText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typed)].some(
    field => field.value !== field.defaultValue,
  )

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
