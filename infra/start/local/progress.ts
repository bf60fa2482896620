let say = (line: string) => console.log(line)

/** The few lines that a start prints: what it is doing, on standard output. */
export function announce(line: string): void {
  say(line)
}

/** For a command whose output is data. */
export function announceOnStandardError(): void {
  say = complain
}

/** With the terminal closed or the disk full, lines are lost from now on, and the product goes on. */
export function loseWhatCannotBePrinted(): void {
  for (const output of [process.stdout, process.stderr]) {
    // The logger of the database pool, which prints nothing, listens for errors too, and would throw.
    output.removeAllListeners('error').on('error', () => undefined)
  }
}

/** Says the newest, once a second: nothing where it all takes less. */
export function everySecond(say: (line: string) => void): (line: string) => void {
  let nextMs = performance.now() + 1_000
  return line => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + 1_000
    say(line)
  }
}

/** How far the read tables are. */
export function buildingAnnouncer(): (progress: { projections: string[]; eventCount: number }) => void {
  const said = everySecond(announce)
  return ({ projections, eventCount }) =>
    said(`Folding the read tables (${projections.join(', ')}): ${eventCount.toLocaleString('en-US')} events…`)
}

/** The line that tells people and scripts that everything answers. */
export function announceReady(port: number): void {
  console.log(`ready: http://localhost:${port}`)
}

/** What went wrong, on standard error. */
export function complain(line: string): void {
  console.error(line)
}
