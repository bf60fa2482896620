import fs from 'node:fs'
import { reasonOf } from './refusal.ts'

const maxBytes = 5 * 1024 * 1024

/** The output of PostgreSQL, in a file of at most 5 MiB and one predecessor (`.1`), while the disk has space. */
export interface PostgresLog {
  file: string
  write(chunk: Buffer): void
  /** The last FATAL or PANIC since the log was opened, without its prefix; without any, the last line. */
  lastError(): string
  close(): void
}

export function openPostgresLog(file: string): PostgresLog {
  let handle = fs.openSync(file, 'a', 0o600)
  let sizeBytes = fs.fstatSync(handle).size
  let tail = ''
  let isWritable = true
  const rotate = () => {
    if (fs.existsSync(file)) fs.renameSync(file, `${file}.1`)
    const next = fs.openSync(file, 'a', 0o600)
    fs.closeSync(handle)
    handle = next
    sizeBytes = 0
  }
  return {
    file,
    write(chunk) {
      tail = (tail + chunk.toString('utf8')).slice(-16_384)
      try {
        if (sizeBytes + chunk.length > maxBytes) rotate()
        sizeBytes += fs.writeSync(handle, chunk)
        isWritable = true
      } catch (error) {
        // No reason to stop: with a full disk the product can still answer reads.
        if (isWritable) console.error(`What PostgreSQL says cannot be kept in ${file}: ${reasonOf(error)}.`)
        isWritable = false
      }
    },
    lastError: () => errorIn(tail),
    close() {
      fs.closeSync(handle)
    },
  }
}

/** The reason in the output of a PostgreSQL program: the server's FATAL, else initdb's error, else the last line. */
export function errorIn(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  const message =
    lines.findLast(line => /\b(FATAL|PANIC):/.test(line)) ??
    lines.find(line => /\berror:/.test(line)) ??
    lines.at(-1) ??
    ''
  return message.replace(/^.*?\b(FATAL|PANIC|ERROR|LOG|error):\s*/, '').trim()
}
