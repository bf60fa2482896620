import { spawn } from 'node:child_process'
import { type ObservedProcess, observe } from '@tba/testing/observed-process.ts'

/** Variables of the test runner that change what a command does, and addresses of other databases. */
const foreign = /^(NODE_ENV|TEST|TESTS|VITEST.*|EVENTSTORE_URL|DATABASE_URL|npm_.*)$/

type Asked = {
  /** With its subcommand: `bench track`. */
  command: string
  args?: readonly string[] | undefined
  cwd: string
  env: NodeJS.ProcessEnv
}

/** `npm run`, as people type it. `stop` is the Ctrl-C of a terminal. */
export function npmRun({ command, args = [], cwd, env }: Asked): ObservedProcess & { stop(): void } {
  const [script = '', ...subcommand] = command.split(' ')
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  const child = spawn('npm', ['run', '--silent', script, '--', ...subcommand, ...args], {
    cwd,
    env: { ...Object.fromEntries(own), PORT: '0', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => void (child.exitCode ?? child.signalCode ?? process.kill(-(child.pid ?? 0), 'SIGINT'))
  onTestFinished(stop)
  return { ...observe(child), stop }
}
