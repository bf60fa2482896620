import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a run keeps at a time (databases, write-ahead log) fits in a third of it. */
const plentyBytes = 4 * 2 ** 30

const memory = '/dev/shm'

/**
 * A new folder for what no test needs after a power cut: in memory, where making, syncing and removing files costs next to
 * nothing, if there is plenty of it; a container has 64 MB there by default. Else in the temp folder.
 */
export function quickFolder(prefix: string): string {
  if (freeIn(memory) < plentyBytes) return mkdtempSync(join(tmpdir(), prefix))
  const folder = mkdtempSync(join(memory, prefix))
  removeAfterProcess(folder)
  return folder
}

function freeIn(folder: string): number {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory())
  } catch {
    // Not on this system, or not for this user.
    return 0
  }
}

/** Stops a PostgreSQL that is still there first, which would go on making files. */
const removal = `
cat
pid=$(head -n 1 "$1/postgres/postmaster.pid") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
rm -rf "$1"`

/** However this process ends, by kill -9 too: what is left on a disk is a nuisance, what is left in memory a loss. */
function removeAfterProcess(folder: string): void {
  const stdio = ['pipe', 'ignore', 'ignore'] as const
  // Its input ends with this process.
  const shell = spawn('sh', ['-c', removal, 'sh', folder], { detached: true, stdio: [...stdio] })
  shell.on('error', () => undefined)
  shell.unref()
  const input = shell.stdin as unknown as { unref(): void }
  input.unref()
}
