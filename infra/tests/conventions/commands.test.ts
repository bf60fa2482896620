import * as commands from './commands.ts'

const { documentedCommands, onStopped, servers, onRunning, onNothing, inCopy } = commands
const { benches, withWrk, faultRuns } = commands

test('every command that a document names has a row, by which a slow test runs it', () => {
  const rows = {
    ...onStopped,
    ...servers,
    ...onRunning,
    ...onNothing,
    ...inCopy,
    ...benches,
    ...withWrk,
    ...faultRuns,
  }
  const documented = documentedCommands()
  expect(documented.size).toBeGreaterThan(30)
  const missing = [...documented].filter(([command]) => !Object.hasOwn(rows, command))
  expect(missing.map(([command, file]) => `${file} names ${command}, which has no row`)).toEqual([])
  expect(Object.keys(rows).filter(command => !documented.has(command))).toEqual([])
})
