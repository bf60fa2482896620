/** `npm run critical`: writes which rules the first view of the built landing page needs. Then build again. */
import { writeFile } from 'node:fs/promises'
import { openBrowser } from '../journeys/browser.ts'
import { criticalRules } from './critical.ts'

const list = new URL('../../../web/build/critical.generated.json', import.meta.url)

const browser = await openBrowser()
try {
  const names = await criticalRules(browser)
  await writeFile(list, `${JSON.stringify(names, null, 2)}\n`)
  console.log(`${names.length} rules`)
} finally {
  await browser.close()
}
