import fs from 'node:fs'
import path from 'node:path'

/** Flushes a folder to disk, so that created or renamed files survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Writes a file for this user only: completely or not at all, and on disk at return. */
export function writePrivateFile(file: string, text: string): void {
  const unfinished = `${file}.new`
  fs.rmSync(unfinished, { force: true })
  fs.writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true })
  fs.renameSync(unfinished, file)
  syncFolder(path.dirname(file))
}

/** Changes the owner of a folder and everything in it, without following links. */
export function chownTree(entry: string, owner: { uid: number; gid: number }): void {
  fs.lchownSync(entry, owner.uid, owner.gid)
  if (!fs.lstatSync(entry).isDirectory()) return
  for (const name of fs.readdirSync(entry)) chownTree(path.join(entry, name), owner)
}
