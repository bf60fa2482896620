import { textStorage } from '../api/storage.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Kept = { path: string; texts: [key: string, text: string][] }

const storage = textStorage('sessionStorage', 'typed_text')
/** `data-kept`: the form keeps its own. `data-secret`: a password, also while it is shown. */
const keepable =
  ':is(input, textarea, select):not([data-kept] *, [data-secret], [type=password], [type=radio], [type=checkbox], [type=range], [type=file])'

const isKeepable = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches(keepable)

const nameOf = (control: Control) =>
  control.name || control.ariaLabel || control.labels?.[0]?.textContent || ''

/** The same after a reload. Forms differ in the names of their fields. */
function keyOf(control: Control) {
  const part = control.closest('form, [role=dialog], section') ?? document.body
  const fields = [...part.querySelectorAll<Control>(keepable)]
  const names = new Set(fields.map(({ name }) => name))
  const name = nameOf(control)
  const at = fields.filter(field => nameOf(field) === name).indexOf(control)
  return [part.className, ...names, name, at].join()
}

const typed = new Set<Control>()

/** Keeps in this tab what was typed into the forms of this page. @returns whether a reload now loses no text */
export function keepTypedText(): boolean {
  const fields = [...typed].filter(field => field.isConnected && isKeepable(field))
  const texts = fields.map(field => [keyOf(field), field.value] as const)
  const kept = { path: location.pathname, texts }
  return storage.set(texts.length > 0 ? JSON.stringify(kept) : null) || fields.every(({ value }) => !value)
}

// A field's default says nothing: libraries write values into fields by code.
if (typeof document !== 'undefined') {
  for (const type of ['input', 'change'])
    document.addEventListener(type, ({ target }) => {
      if (isKeepable(target)) typed.add(target)
    })
  addEventListener('pagehide', keepTypedText)
}

/** Once after a reload, puts the texts back into the fields, also into those that appear later, as in a dialog. */
export function giveTypedTextBack() {
  const kept = storage.json() as Kept | null
  storage.set(null)
  const loads = performance.getEntriesByType('navigation')
  const isReload = loads.some(load => 'type' in load && load.type === 'reload')
  if (!kept || kept.path !== location.pathname || !isReload) return
  const texts = new Map(kept.texts)
  const observer = new MutationObserver(give)
  observer.observe(document.body, { childList: true, subtree: true })
  give()

  function give() {
    if (location.pathname !== kept?.path) texts.clear()
    for (const control of texts.size > 0 ? document.querySelectorAll<Control>(keepable) : []) {
      const key = keyOf(control)
      const text = texts.get(key)
      if (text === undefined) continue
      texts.delete(key)
      // React has put a setter of its own over the element's.
      Reflect.set(Object.getPrototypeOf(control), 'value', text, control)
      control.dispatchEvent(new Event('change', { bubbles: true }))
    }
    if (texts.size === 0) observer.disconnect()
  }
}
