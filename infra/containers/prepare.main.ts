import { runCommand } from '../start/local/command.ts'
import { prepare } from './prepare.ts'

/** Runs before everything else in docker-compose.yml. The services read the files that it creates. */
process.umask(0o077)
await runCommand(async () => {
  prepare({
    dataDir: process.env.DATA_DIR ?? '/data',
    passwordFile: '/password/postgres',
    metricsTokenFile: '/metrics-token/token',
  })
  console.log('The keys and the password of PostgreSQL are in place.')
})
