import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { preloadScreen } from './shell/screen.tsx'

/**
 * The page's markup as the first render in a browser makes it: nobody signed in, no theme chosen.
 * @param whole false: only the loading state of the screen
 */
export async function prerender(path: string, whole: boolean): Promise<string> {
  if (whole) await preloadScreen(path)
  return renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
}
