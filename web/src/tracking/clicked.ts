const clickable = 'button, a[href], [role="button"], summary'
const area = '[role="dialog"], section[id], header, footer, aside, main'
const longest = 200

export type Clicked = { id: string | null; text: string | null; category: string }

/** The `aria-label`, else the visible words, without what is marked as private. */
function wordsOf(element: Element): string | null {
  if (element.closest('[data-private]')) return null
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[data-private], input, select, textarea')) hidden.remove()
  const words = element.getAttribute('aria-label') ?? copy.textContent ?? ''
  return words.replace(/\s+/g, ' ').trim().slice(0, longest) || null
}

/** The button or link that was clicked, never a text that somebody wrote; null for a click elsewhere. */
export function clickedAt(target: EventTarget | null): Clicked | null {
  const element = target instanceof Element ? target.closest(clickable) : null
  if (!element) return null
  const around = element.closest(area)
  return {
    // Only our own ids: a library's are new in each load.
    id: /^[a-z][a-z-]*\d*$/.test(element.id) && !element.id.startsWith('radix') ? element.id : null,
    text: wordsOf(element),
    category: around?.getAttribute('role') ?? (around?.id || around?.localName) ?? 'page',
  }
}
