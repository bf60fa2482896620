import type { ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'

/** A process as seen in a terminal. */
export type ObservedProcess = {
  child: ChildProcess
  /** All of standard output and error so far. */
  output(): string
  errors(): string
  /** Waits for a pattern in past or later output. Rejects with the output if the process ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** The exit code, or the signal's name. */
  ended: Promise<number | string>
}

export function observe(child: ChildProcess): ObservedProcess {
  let output = ''
  let errors = ''
  const waiting = new EventEmitter()
  child.stdout?.setEncoding('utf8').on('data', text => {
    output += text
    waiting.emit('output')
  })
  child.stderr?.setEncoding('utf8').on('data', text => {
    output += text
    errors += text
    waiting.emit('output')
  })
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  const silence = ended.then(() => Promise.reject(new Error(`ended too early:\n${output}`)))
  silence.catch(() => undefined)
  const says = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(output)
      if (found) return found
      await Promise.race([once(waiting, 'output'), silence])
    }
  }
  return { child, output: () => output, errors: () => errors, says, ended }
}

export function observeInTest(child: ChildProcess): ObservedProcess {
  const seen = observe(child)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await seen.ended
  })
  return seen
}
