import fs from 'node:fs'
import { reasonOf } from './refusal.ts'

const maxBytes = 5 * 1024 * 1024

/** What Postgres says, kept in a file of at most 5 MiB and one predecessor (`.1`), as long as the disk takes it. */
export interface PostgresLog {
  file: string
  write(chunk: Buffer): void
  /** The last FATAL or PANIC since the log was opened, without its prefix; else the last line of all. */
  lastComplaint(): string
  close(): void
}

export function openPostgresLog(file: string): PostgresLog {
  let handle = fs.openSync(file, 'a', 0o600)
  let sizeBytes = fs.fstatSync(handle).size
  let tail = ''
  let isWritable = true
  const startAnew = () => {
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
        if (sizeBytes + chunk.length > maxBytes) startAnew()
        sizeBytes += fs.writeSync(handle, chunk)
        isWritable = true
      } catch (error) {
        // A full disk is no reason to stop: what needs no room is still answered.
        if (isWritable) console.error(`What PostgreSQL says cannot be kept in ${file}: ${reasonOf(error)}.`)
        isWritable = false
      }
    },
    lastComplaint: () => complaintOf(tail),
    close() {
      fs.closeSync(handle)
    },
  }
}

/** The reason among all that a program of PostgreSQL said: the server's, else initdb's own, else its last words. */
export function complaintOf(said: string): string {
  const lines = said.split('\n').filter(line => line.trim() !== '')
  const complaint =
    lines.findLast(line => /\b(FATAL|PANIC):/.test(line)) ??
    lines.find(line => /\berror:/.test(line)) ??
    lines.at(-1) ??
    ''
  return complaint.replace(/^.*?\b(FATAL|PANIC|ERROR|LOG|error):\s*/, '').trim()
}
