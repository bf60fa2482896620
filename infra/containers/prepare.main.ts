import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { prepare } from './prepare.ts'

/** Before anything else of docker-compose.yml is started. Services get as files what is made here. */
process.umask(0o077)
try {
  prepare({
    dataDir: process.env.DATA_DIR ?? '/data',
    passwordFile: '/password/postgres',
    metricsTokenFile: '/metrics-token/token',
  })
  console.log('The keys and the password of PostgreSQL are in place.')
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
