import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { callerOf } from '../../tests/journeys/caller.ts'
import { run, runningPostgres, stop, temporaryFolder } from '../../tests/support/run.ts'

const here = import.meta.dirname
const stopWithParent = pathToFileURL(path.join(here, '../bootstrap/stop-with-parent.mjs')).href
const command = [process.execPath, '--import', stopWithParent, path.join(here, 'main.ts')]

test('in development one address has pages and calls, and a change restarts the services on the same data', async () => {
  const DATA_DIR = temporaryFolder()
  const dev = run({ env: { DATA_DIR, PORT: '0' }, command })
  const url = `http://localhost:${await dev.ready}`
  expect(await (await fetch(`${url}/accedi`)).text()).toContain('/@vite/client')
  const { call } = callerOf(url)
  const anna = { email: 'anna@example.com', password: 'segreta' }
  const person = { ...anna, firstName: 'Anna', lastName: 'Bianchi' }
  expect((await call('POST', '/api/register', person)).status).toBe(201)

  const source = path.join(here, '../../../services/command-api/src/app.ts')
  const { atime, mtime } = fs.statSync(source)
  fs.utimesSync(source, atime, mtime)
  await dev.says(/services.command-api.src.app\.ts changed[\s\S]+The services answer/)
  expect((await call('POST', '/api/login', anna)).status).toBe(200)

  await stop(dev)
  expect(runningPostgres(DATA_DIR)).toEqual([])
})
