const buildingEveryMs = 1_000

/** The few lines that a start prints: what it is doing, on standard output. */
export function announce(line: string): void {
  console.log(line)
}

/** A terminal that was closed or a full disk takes no more lines: from now on they are lost, and nothing else is. */
export function loseWhatCannotBePrinted(): void {
  for (const output of [process.stdout, process.stderr]) {
    // The database pool's logger, which prints nothing here, listens too, and throws.
    output.removeAllListeners('error').on('error', () => undefined)
  }
}

/** How far the read tables are, once a second: nothing where that takes less. */
export function buildingAnnouncer(): (progress: { projections: string[]; eventCount: number }) => void {
  let nextMs = performance.now() + buildingEveryMs
  return ({ projections, eventCount }) => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + buildingEveryMs
    const count = eventCount.toLocaleString('en-US')
    announce(`Folding the read tables (${projections.join(', ')}): ${count} events…`)
  }
}

/** The line by which people and scripts know that everything answers. */
export function announceReady(port: number): void {
  console.log(`ready: http://localhost:${port}`)
}

/** What went wrong, on standard error. */
export function complain(line: string): void {
  console.error(line)
}
