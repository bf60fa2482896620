import fs from 'node:fs'
import path from 'node:path'

const quietMs = 150

/** Reports changed sources, once for simultaneous changes: an editor or git writes many files at once. */
export function watchSources(folders: string[], onChange: (file: string) => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map(folder =>
    fs.watch(folder, { recursive: true }, (_, name) => {
      if (!name || !isSource(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => onChange(path.join(folder, name)), quietMs)
    }),
  )
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

function isSource(name: string): boolean {
  return /\.(ts|sql|json)$/.test(name) && !/\.test\.ts$|node_modules/.test(name)
}
