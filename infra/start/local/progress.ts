let say = (line: string) => console.log(line)

/** Prints what a start is doing, on standard output. */
export function announce(line: string): void {
  say(line)
}

/** For a command whose output is data. */
export function announceOnStandardError(): void {
  say = printError
}

/** After a closed terminal or a full disk, lines are lost and the product continues. */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) {
    // The silent logger of the database pool also listens for errors, and would throw.
    output.removeAllListeners('error').on('error', () => undefined)
  }
}

/** Prints the latest line once a second; nothing for short work. */
export function oncePerSecond(say: (line: string) => void): (line: string) => void {
  let nextMs = performance.now() + 1_000
  return line => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + 1_000
    say(line)
  }
}

/** Prints the progress of the read tables. */
export function buildingAnnouncer(): (progress: { projections: string[]; eventCount: number }) => void {
  const report = oncePerSecond(announce)
  return ({ projections, eventCount }) =>
    report(
      `Folding the read tables (${projections.join(', ')}): ${eventCount.toLocaleString('en-US')} events…`,
    )
}

/** The line that tells people and scripts that everything answers. */
export function announceReady(port: number): void {
  console.log(`ready: http://localhost:${port}`)
}

/** Prints an error to standard error. */
export function printError(line: string): void {
  console.error(line)
}
