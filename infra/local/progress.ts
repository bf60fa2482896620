const buildingEveryMs = 1_000

// A terminal that was closed or a full disk takes no more lines: they are lost, and nothing else is.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

/** The few lines that a start prints: what it is doing, on standard output. */
export function announce(line: string): void {
  console.log(line)
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
