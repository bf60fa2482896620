type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

export type Progress = {
  /** So much more is done. */
  add(count: number): void
  end(): void
}

const everyMs = { terminal: 100, file: 5_000 }
const number = (value: number) => Math.round(value).toLocaleString('en')

/** One line that is written over on a terminal, and elsewhere a line every few seconds. */
export function progress(
  what: string,
  total: number,
  {
    terminal = process.stdout,
    nowMs = () => performance.now(),
  }: { terminal?: Terminal; nowMs?: () => number } = {},
): Progress {
  const startedMs = nowMs()
  let done = 0
  const restMs = terminal.isTTY ? everyMs.terminal : everyMs.file
  let nextMs = startedMs + restMs

  function show(isEnd: boolean): void {
    const line = lineOf({ what, total, done, seconds: (nowMs() - startedMs) / 1000 })
    if (terminal.isTTY) terminal.write(`\r${line}\x1b[K${isEnd ? '\n' : ''}`)
    else terminal.write(`${line}\n`)
    nextMs = nowMs() + restMs
  }

  return {
    add(count) {
      // The events of a first start are projected too, but are not in the count.
      done = Math.min(total, done + count)
      if (nowMs() >= nextMs && done < total) show(false)
    },
    end: () => show(true),
  }
}

type Line = { what: string; total: number; done: number; seconds: number }

export function lineOf({ what, total, done, seconds }: Line): string {
  const share = total > 0 ? Math.floor((done / total) * 100) : 100
  const rate = seconds > 0 ? done / seconds : 0
  const counts = `${what}: ${number(done)} of ${number(total)} (${share} %)`
  if (done === 0) return counts
  const time = done < total ? `${duration((total - done) / rate)} left` : `in ${duration(seconds)}`
  return `${counts}, ${number(rate)} a second, ${time}`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
