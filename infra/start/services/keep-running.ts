import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { stopChild } from '../dev/services.ts'
import type { Frame } from '../local/database.ts'
import { announce, printError } from '../local/progress.ts'
import { answering } from './service.ts'

/** A program, its health address, and the sentence for its start. */
type Program = { name: string; start(): ChildProcess; readyAt: string; told: string }

/** Like Docker with a container that has ended. */
const restartsAfterMs = 1_000

/** Starts a program, and restarts it when it ends. Resolves when it is ready. Throws StartRefusal. */
export async function keepRunning(program: Program, { opened, stopping }: Frame): Promise<void> {
  const { name, start, readyAt: url, told } = program
  let child = start()
  let isStopping = false
  opened.defer(async () => {
    isStopping = true
    await stopChild(child)
  })
  await answering(child, { name, url, signal: stopping.signal })
  follow()

  function follow(): void {
    announce(`${name}: process ${child.pid}, ${told}`)
    child.once('exit', (code, signal) => void restart(signal ?? `exit code ${code}`))
  }

  async function restart(how: string): Promise<void> {
    if (isStopping) return
    printError(`${name} ended (${how}): it starts again.`)
    await pause(restartsAfterMs)
    if (isStopping) return
    child = start()
    follow()
  }
}
