import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeIn } from '@tba/embedded-postgres/cluster.ts'

/** A third of it is enough for a run (databases, write-ahead log). */
const minFreeBytes = 4 * 2 ** 30

const memory = '/dev/shm'

/**
 * A new folder for data that no test needs after a power cut. In memory, where file operations cost almost nothing, if there is
 * enough; a container has 64 MB there by default. Else in the temp folder.
 */
export function quickFolder(prefix: string): string {
  if (Math.min(freeIn(memory), process.availableMemory()) < minFreeBytes)
    return mkdtempSync(join(tmpdir(), prefix))
  const folder = mkdtempSync(join(memory, prefix))
  removeAfterProcess(folder)
  return folder
}

/** First stops a PostgreSQL that still runs and would create files. */
const removal = `
cat
pid=$(head -n 1 "$1/postgres/postmaster.pid") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
rm -rf "$1"`

/** Also after kill -9: leftovers in memory would be a loss. */
function removeAfterProcess(folder: string): void {
  const stdio = ['pipe', 'ignore', 'ignore'] as const
  // Its input ends with this process.
  const shell = spawn('sh', ['-c', removal, 'sh', folder], { detached: true, stdio: [...stdio] })
  shell.on('error', () => undefined)
  shell.unref()
  const input = shell.stdin as unknown as { unref(): void }
  input.unref()
}
