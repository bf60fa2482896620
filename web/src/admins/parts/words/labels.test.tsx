import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../../../app.tsx'
import { categoryName } from './labels.ts'

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
