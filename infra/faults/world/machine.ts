import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** In MB. On less than a gigabyte beside the database, the product takes no tracking. */
const sizes = { database: 2_200, copy: 300, pictures: 100 } as const
export type SmallDisk = keyof typeof sizes

/** Why this machine has no small disks; null if it has. */
export function withoutDisks(): string | null {
  const folder = '/tmp/tba-faults-disk'
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (mounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return mounted ? null : 'tmpfs cannot be mounted here (it needs root)'
}

const source = 'tba-faults-'

/** Unmounts the small disks of runs that were killed. */
export function unmountLeftovers(): void {
  if (!existsSync('/proc/mounts')) return
  for (const mount of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const [name = '', folder = ''] = mount.split(' ')
    if (name.startsWith(source) && !existsSync(`/proc/${name.slice(source.length)}`))
      spawnSync('umount', [
        '-l',
        folder.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
      ])
  }
}

/** A disk of its own for this folder, in memory. Its name says whose it is. */
export function mountDisk(folder: string, disk: SmallDisk) {
  mkdirSync(folder, { recursive: true })
  const options = ['-t', 'tmpfs', '-o', `size=${sizes[disk]}m`]
  const { status, stderr } = spawnSync('mount', [...options, `${source}${process.pid}`, folder])
  if (status !== 0) throw new Error(`no small disk: ${stderr}`)
  const ballast = path.join(folder, 'ballast')
  return {
    /** Until `empty`, nothing more can be written. */
    fill(): void {
      const { bavail, bsize } = statfsSync(folder)
      spawnSync('fallocate', ['-l', String(bavail * bsize), ballast])
    },
    empty: () => rmSync(ballast, { force: true }),
    /** Its files stay in the folder. */
    unmount(): void {
      rmSync(ballast, { force: true })
      const kept = `${folder}.kept`
      spawnSync('cp', ['-a', folder, kept])
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
      renameSync(kept, folder)
    },
  }
}

const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`

/** Why this machine cannot have wrong clocks; null if it can. */
export const withoutClocks = (): string | null =>
  existsSync(library) ? null : 'libfaketime is missing: apt-get install faketime'

/** Clocks of processes, which a file moves within a second. Timers and PostgreSQL keep the right time. */
export function openClocks(folder: string) {
  mkdirSync(folder)
  const fileOf = (instance: string) => path.join(folder, instance.replace(' ', '-'))
  return {
    env(instance: string): NodeJS.ProcessEnv {
      writeFileSync(fileOf(instance), '+0\n')
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(instance),
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
    },
    /** @param offset as libfaketime writes it: `+1d`, `-1d`, `+0 x1.5` */
    set: (instance: string, offset: string) => writeFileSync(fileOf(instance), `${offset}\n`),
  }
}
