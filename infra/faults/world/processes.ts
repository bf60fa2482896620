import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { hasEnded } from '@tba/embedded-postgres/start.ts'

/** How often an ended program is started again: like Docker, with a longer pause for one that ends at once. */
const pauses = { firstMs: 1_000, longestMs: 8_000, wellAfterMs: 20_000 }
const withoutParent = import.meta.resolve('../../start/bootstrap/stop-with-parent.mjs')

/** A program of Node.js whose end comes with this process's. */
export const forkNode = (file: string, env: NodeJS.ProcessEnv): ChildProcess =>
  fork(file, [], { env, execArgv: ['--import', withoutParent], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

/** Runs programs and starts each again when it ends, until they are stopped. Their output goes into a file too. */
export function openProcesses(logFile: string) {
  const running = new Map<string, { child: ChildProcess; begin(): void; stop(): Promise<void> }>()
  let output = ''
  const take = (name: string, text: string) => {
    output += text
    appendFileSync(logFile, text.replace(/^(?=.)/gm, `${new Date().toISOString()} ${name}: `))
  }

  function add(name: string, start: () => ChildProcess): void {
    let isStopping = false
    let delayMs = pauses.firstMs
    const run = () => {
      const startedMs = performance.now()
      isStopping = false
      const child = observe(name, start())
      running.set(name, { child, begin: run, stop })
      child.once('exit', async (code, signal) => {
        take('world', `${name} ended (${signal ?? code})\n`)
        if (isStopping) return
        delayMs =
          performance.now() - startedMs > pauses.wellAfterMs
            ? pauses.firstMs
            : Math.min(delayMs * 2, pauses.longestMs)
        await pause(delayMs)
        if (!isStopping) run()
      })
    }
    const stop = async () => {
      isStopping = true
      const { child } = of(name)
      if (hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      const forcing = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await ended
      clearTimeout(forcing)
    }
    run()
  }
  function observe(name: string, child: ChildProcess): ChildProcess {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', text => take(name, text))
    return child
  }
  function of(name: string) {
    const found = running.get(name)
    if (!found) throw new Error(`there is no process ${name}`)
    return found
  }

  return {
    add,
    names: () => [...running.keys()],
    signal: (name: string, signal: NodeJS.Signals) => of(name).child.kill(signal),
    output: () => output,
    say: (text: string) => take('world', `${text}\n`),
    /** Runs a program to its end. @returns its exit code */
    async once(name: string, child: ChildProcess): Promise<number | null> {
      const [code] = await once(observe(name, child), 'close')
      return code
    },
    stop: (names: readonly string[] = [...running.keys()]) => Promise.all(names.map(name => of(name).stop())),
    begin: (names: readonly string[]) => names.forEach(name => void of(name).begin()),
  }
}

export type Processes = ReturnType<typeof openProcesses>
