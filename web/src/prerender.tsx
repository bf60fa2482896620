import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App, preloadPage } from './app.tsx'

/**
 * The page’s markup, equal to the first render in a browser: not signed in, no theme chosen.
 * @param isPrerendered false: only the loading state of the page
 */
export async function prerender(path: string, isPrerendered: boolean): Promise<string> {
  if (isPrerendered) await preloadPage(path)
  return renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
}
