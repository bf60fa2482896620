import { cut, withoutPersonalQuery } from '@tba/events/tracking/page.ts'
import { newUuid, startClick, visitId } from '../api/ids.ts'
import { hasConsent } from './consent.ts'
import { retry, send, sendLast, type Tracked } from './outbox.ts'

type Gtag = (command: 'event', name: string, parameters: Record<string, unknown>) => void
type Interaction = {
  elementId?: string | null
  elementText?: string | null
  additionalData?: Record<string, string | number>
}

const clickEveryMs = 1000
const scrollPauseMs = 200

const common = () => ({
  clientId: newUuid(),
  sessionId: visitId(),
  page: withoutPersonalQuery(location.href),
})

const interaction = (eventType: string, more: Interaction = {}): Tracked => ({
  kind: 'interaction',
  ...common(),
  eventType,
  userAgent: cut(navigator.userAgent, 1024),
  referrer: withoutPersonalQuery(document.referrer) || null,
  ...more,
})

function analytics(eventName: string, eventCategory: string, eventLabel: string | null) {
  // As long as the server takes them: it would refuse the event.
  const label = eventLabel && cut(eventLabel, 255)
  send({ kind: 'analytics', ...common(), eventName, eventCategory, eventLabel: label })
  const { gtag } = window as { gtag?: Gtag }
  if (hasConsent()) gtag?.('event', eventName, { event_category: eventCategory, event_label: eventLabel })
}

function pageView() {
  send(interaction('page_view'))
  analytics('page_view', 'navigation', location.pathname)
}

const clickable = 'button, a[href], [role="button"], summary'
const containers = '[role="dialog"], section[id], header, footer, aside, main'
const maxLength = 200

type ClickTarget = { id: string | null; text: string | null; category: string }

/** The `aria-label`, else the visible words without those marked as private. */
function visibleText(element: Element): string | null {
  if (element.closest('[data-private]')) return null
  const copy = document.importNode(element, true)
  for (const hidden of copy.querySelectorAll('[data-private], input, select, textarea')) hidden.remove()
  const words = element.getAttribute('aria-label') ?? copy.textContent ?? ''
  return cut(words.replace(/\s+/g, ' ').trim(), maxLength) || null
}

/** The clicked button or link, never a text that a visitor typed; null for a click elsewhere. */
export function clickTargetOf(target: EventTarget | null): ClickTarget | null {
  const element = target instanceof Element ? target.closest(clickable) : null
  if (!element) return null
  const container = element.closest(containers)
  return {
    // Only our own ids: a library's are new in each load.
    id: /^[a-z][a-z-]*\d*$/.test(element.id) && !element.id.startsWith('radix') ? element.id : null,
    text: visibleText(element),
    category: container?.getAttribute('role') ?? (container?.id || container?.localName) ?? 'page',
  }
}

const lastClicks = new Map<string, number>()

function click({ id, text, category }: ClickTarget) {
  const label = text ?? id
  const pair = JSON.stringify([label, category])
  const now = performance.now()
  if (now - (lastClicks.get(pair) ?? -clickEveryMs) < clickEveryMs) return
  lastClicks.set(pair, now)
  startClick()
  send(interaction('button_click', { elementId: id, elementText: text }))
  analytics('button_click', category, label)
}

const passedMarks = new Set<number>()

function scrolled() {
  const { scrollHeight, clientHeight } = document.documentElement
  const scrollable = scrollHeight - clientHeight
  // The last pixel may be a fraction of one.
  const percent = scrollable > 0 ? ((scrollY + 1) / scrollable) * 100 : 0
  for (const mark of [50, 100]) {
    if (percent < mark || passedMarks.has(mark)) continue
    passedMarks.add(mark)
    send(interaction('scroll', { additionalData: { percent: mark } }))
  }
}

/** Call it once per load: tracks the view, then clicks, scrolling and the time on the page. */
export function startTracking() {
  if (!('prerendering' in document && document.prerendering)) return track(0)
  // Nobody has seen it yet.
  document.addEventListener('prerenderingchange', () => track(performance.now()), { once: true })
}

/** @param since when the page was shown, in milliseconds of its own clock, which nobody sets */
function track(since: number) {
  let pause: number | undefined
  addEventListener('online', retry)
  // In the capture phase, before the click removes anything.
  addEventListener(
    'click',
    ({ target }) => {
      const clicked = clickTargetOf(target)
      if (clicked) click(clicked)
    },
    true,
  )
  addEventListener(
    'scroll',
    () => {
      clearTimeout(pause)
      pause = window.setTimeout(scrolled, scrollPauseMs)
    },
    { passive: true },
  )
  addEventListener('pagehide', () => {
    const seconds = Math.round((performance.now() - since) / 1000)
    sendLast(interaction('time_on_page', { additionalData: { seconds } }))
  })
  // A page from the back/forward cache is not a new load, but its time starts again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) since = performance.now()
  })
  retry()
  pageView()
  import('./page-errors.ts')
    .then(({ watchErrors }) => watchErrors(data => send(interaction('error', data))))
    .catch(error => console.error('Errori della pagina non seguiti', error))
}
