import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../../../app.tsx'
import { categoryName } from './labels.ts'
import { partOf } from './links.tsx'

test('Every section of the landing page has an Italian name', () => {
  const html = renderToString(
    <StaticRouter location="/">
      <App />
    </StaticRouter>,
  )
  const sections = [...html.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id ?? '')
  expect(sections).toContain('closing')
  expect(sections.filter(id => categoryName(id) === id)).toEqual([])
})

test.each(['lead-1', 'questionnaire-1', 'request-1', 'account-1', 'setup-1'])(
  'An event of %s leads to its person',
  stream => expect(partOf({ stream, actor: 'admin:2', data: {} })).toBe('1'),
)
