/** How far it is, on standard error. */
export type Telling = {
  /** So many more events were played. */
  add(count: number): void
  end(): void
}

const onTerminalMs = 200
const elsewhereMs = 5_000
const clearLine = '\r\u001b[K'

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

/** One line that is written anew on a terminal; elsewhere a line every few seconds, and one at the end. */
export function telling(terminal: Terminal = process.stderr, now = () => performance.now()): Telling {
  const startedMs = now()
  const everyMs = terminal.isTTY ? onTerminalMs : elsewhereMs
  let saidMs = startedMs
  let events = 0
  const line = (verb: string) => {
    const seconds = Math.max(0.001, (now() - startedMs) / 1_000)
    const rate = Math.round(events / seconds).toLocaleString('en-US')
    return `${verb} ${events.toLocaleString('en-US')} events in ${seconds.toFixed(1)} s (${rate} a second)`
  }
  const say = (text: string, end: string) => terminal.write(`${terminal.isTTY ? clearLine : ''}${text}${end}`)
  return {
    add(count) {
      events += count
      if (now() - saidMs < everyMs) return
      saidMs = now()
      say(`${line('Playing:')}…`, terminal.isTTY ? '' : '\n')
    },
    end: () => void say(line('Played'), '\n'),
  }
}
