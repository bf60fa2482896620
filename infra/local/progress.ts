/** The few lines that a start prints: what it is doing, on standard output. */
export function announce(line: string): void {
  console.log(line)
}

/** The line by which people and scripts know that everything answers. */
export function announceReady(port: number): void {
  console.log(`ready: http://localhost:${port}`)
}

/** What went wrong, on standard error. */
export function complain(line: string): void {
  console.error(line)
}
