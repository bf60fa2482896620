import { afterEach, expect, onTestFinished, test } from 'vitest'
import { json, serve } from '../testing/api.ts'
import { clickTargetOf, startTracking } from './tracker.ts'

afterEach(() => history.replaceState(null, '', '/'))

test('a page view contains the campaign, and no personal part of the query', async () => {
  const query = '?utm_source=giornale&utm_campaign=anna%40example.com&utm_x=anna&phone=3331234567'
  history.replaceState(null, '', `/questionnaire${query}#contatti`)
  const answered = () => json(200, { ok: true })
  const { sent } = serve({
    'POST /api/tracking/interaction': answered,
    'POST /api/tracking/analytics': answered,
  })
  startTracking()
  const calls = ['interaction', 'analytics'].flatMap(call => sent(`POST /api/tracking/${call}`))
  expect(calls.map(({ body }) => (body as { page: string }).page)).toEqual(
    Array(2).fill(`${location.origin}/questionnaire?utm_source=giornale`),
  )
})

function clickedIn(html: string) {
  document.body.innerHTML = html
  // Test files share a page.
  onTestFinished(() => document.body.replaceChildren())
  return clickTargetOf(document.querySelector('[data-here]'))
}

test('A click is recorded with the text of its button and the section around it', () => {
  expect(
    clickedIn('<section id="faq"><button id="ask">Come <b data-here>funziona</b>?</button></section>'),
  ).toEqual({
    id: 'ask',
    text: 'Come funziona?',
    category: 'faq',
  })
})

test('A dialog is its own category, with any id from a library', () => {
  expect(
    clickedIn('<div role="dialog" id="radix-«r1»"><button data-here id="radix-x">Salva</button></div>'),
  ).toEqual({
    id: null,
    text: 'Salva',
    category: 'dialog',
  })
})

test('Elements marked as private are not read, within a button or around it', () => {
  expect(
    clickedIn('<main><a href="/x" data-here>Profilo di <i data-private>Giulia</i></a></main>')?.text,
  ).toBe('Profilo di')
  expect(clickedIn('<form data-private><button data-here>Avanti, Giulia</button></form>')?.text).toBeNull()
})

test('Typed text is never read, and a click on an empty part is not recorded', () => {
  expect(clickedIn('<button data-here>Cerca <input value="segreto"></button>')?.text).toBe('Cerca')
  expect(clickedIn('<p data-here>Testo</p>')).toBeNull()
  expect(clickedIn('<label>Nome <input data-here value="Giulia"></label>')).toBeNull()
})

test('A button without words is recorded with its name for screen readers', () => {
  expect(clickedIn('<footer><button data-here aria-label="Chiudi"><svg></svg></button></footer>')).toEqual({
    id: null,
    text: 'Chiudi',
    category: 'footer',
  })
})
