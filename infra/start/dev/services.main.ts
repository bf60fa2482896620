import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { openKeys } from '../local/data/keys.ts'
import { readEnvironment } from '../local/environment.ts'
import { startProduct } from '../local/product.ts'
import { announce } from '../local/progress.ts'
import { runUntilStopped } from '../local/run-until-stopped.ts'

/** The services of `npm run dev` in their own process, on the parent's database and folder. */
runUntilStopped(async ({ opened, stopping: { signal } }) => {
  const environment = readEnvironment(process.env)
  const { dataDir, databaseUrl = '' } = environment
  const keys = openKeys(dataDir, { dataExists: true })
  const product = await startProduct({ environment, databaseUrl, keys, foldsChanged: true, signal })
  opened.defer(() => withTimeout(5_000, product.close(), () => {}))
  return () => {
    announce('The services answer.')
    process.send?.('ready')
  }
})
