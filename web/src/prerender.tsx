import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { preloadScreen } from './shell/screen.tsx'

/**
 * The page's markup as its first render in a browser has it: nobody known, no theme chosen.
 * @param whole without it, what stands there until the screen's own code comes
 */
export async function prerender(path: string, whole: boolean): Promise<string> {
  if (whole) await preloadScreen(path)
  return renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
}
