type Control = HTMLInputElement & HTMLSelectElement
type Pressed = Control | HTMLButtonElement

/** What a person put into this control; false where it is as the page came. */
function givenTo({ type, dataset, value, defaultValue, selectedIndex, checked, defaultChecked }: Control) {
  if (/radio|checkbox/.test(type)) return checked !== defaultChecked
  return type === 'select-one'
    ? dataset.given || (selectedIndex > 0 && value)
    : value !== defaultValue && value
}

/** React's own names, such as `_r_0_`, differ between two renderings. */
const kindOf = ({ tagName, type, name, className }: Pressed) =>
  [tagName, type, name.startsWith('_r') ? '' : name, className].join()

/** What a person did in the page before its code was there, for the case that React makes all of the page anew. */
export function earlyControls(page: HTMLElement) {
  const all = () => [...page.querySelectorAll<Control>('button, input, select, textarea')]
  const early = all()
  const focused = early.find(control => control === document.activeElement)
  const like = (control: Pressed) => (other: Control) => kindOf(other) === kindOf(control)
  /** The control itself, or the one in its place among those of its kind: others may have come, such as the cookie question's. */
  function now<P extends Pressed>(control: P): P | Control | undefined {
    const alike: Pressed[] = early.filter(like(control))
    return control.isConnected ? control : all().filter(like(control))[alike.indexOf(control)]
  }

  /** Puts texts, choices and the focus into the new controls; the event lets `useGivenValues` read them. */
  function restore(pressed: Iterable<HTMLButtonElement>) {
    for (const control of early) {
      const next = now(control)
      const given = givenTo(control)
      if (!next || next === control || !given) continue
      if (given === true) next.checked = control.checked
      else next.value = given
      next.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const next = focused && now(focused)
    if (next !== document.activeElement) next?.focus({ preventScroll: true })
    for (const button of pressed) if (!button.isConnected) now(button)?.click()
  }
  return restore
}
