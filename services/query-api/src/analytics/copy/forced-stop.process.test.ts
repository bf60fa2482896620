import { spawnSync } from 'node:child_process'

/** Exits while a thread of DuckDB counts for minutes. */
const script = `
  import { Worker } from 'node:worker_threads'
  import { leaveThreads } from '@tba/runtime/service.ts'
  const thread = new Worker(\`
    const { DuckDBInstance } = require('@duckdb/node-api')
    DuckDBInstance.create(':memory:').then(async database => {
      const connection = await database.connect()
      void connection.run('select count(*) from range(30000000) a, range(300) b where a.range % 7 = b.range % 5')
      require('node:worker_threads').parentPort.postMessage('counts')
    })\`, { eval: true, execArgv: [] })
  thread.once('message', () => setTimeout(() => {
    process.once('exit', () => console.log('closed'))
    leaveThreads()
    process.exit(1)
  }, 300))`

test('a forced stop in the middle of a query of the copy ends without an error of DuckDB', () => {
  const args = ['--input-type=module', '--eval', script]
  const { signal, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect({ signal, stdout, stderr }).toEqual({ signal: 'SIGKILL', stdout: 'closed\n', stderr: '' })
})
