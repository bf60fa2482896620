import { existsSync } from 'node:fs'
import path from 'node:path'
import { romeDay } from '@tba/events/rome-day.ts'
import {
  type LakeStore,
  type Manifest,
  readManifest,
  sweeper,
  writeManifest,
} from '@tba/runtime/storage/lake.ts'
import { lakeOnDisk } from '@tba/runtime/storage/lake-on-disk.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Copy } from '../analytics/copy/copy.ts'
import { writeLake } from './write-lake.ts'

export type Lake = ReturnType<typeof keepLake>

type LakeOptions = {
  copy: Copy
  pool: DatabasePool
  /** Of this process alone. */
  folder: string
  /** Of the lake that all share. */
  open?: (() => Promise<LakeStore>) | undefined
  everyMs?: number | undefined
  onError: (error: unknown) => void
}

const minuteMs = 60_000
/** A first build of many days. */
const withinMs = 6 * 60 * minuteMs

/** This process's own files, brought up to date each minute, and their way into the lake that all share. */
export function keepLake({ copy, pool, folder, open, everyMs = minuteMs, onError }: LakeOptions) {
  const writer = crypto.randomUUID()
  const closing = new AbortController()
  const sweepOwn = sweeper(lakeOnDisk(folder))
  let target: { store: LakeStore; sweep: ReturnType<typeof sweeper> } | null = null
  let running: Promise<Manifest> | null = null
  let current: { manifest: Manifest; atMs: number } | null = null

  async function write(): Promise<Manifest> {
    const atMs = performance.now()
    const { signal } = closing
    const input = { folder, today: romeDay(new Date()), writer }
    const manifest = await copy.query(writeLake, input, { isBackground: true, withinMs, signal })
    current = { manifest, atMs }
    await sweepOwn(manifest)
    return manifest
  }
  const round = () =>
    (running ??= write().finally(() => {
      running = null
    }))

  async function publishRound(): Promise<void> {
    if (copy.state().state === 'building') return
    const manifest = await round()
    if (!open) return
    if (!target) {
      const store = await open()
      target = { store, sweep: sweeper(store) }
    }
    const { store, sweep } = target
    if (await publish(pool, { store, folder, manifestOf: () => manifest })) await sweep(manifest)
  }
  const timer = setInterval(
    () =>
      publishRound().catch(error => {
        if (!closing.signal.aborted) onError(error)
      }),
    everyMs,
  ).unref()

  return {
    folder,
    /** The files as they were a minute ago at most. */
    async files(): Promise<Manifest> {
      if (running) return running
      if (current && performance.now() - current.atMs < everyMs) return current.manifest
      return round()
    },
    async close(): Promise<void> {
      clearInterval(timer)
      closing.abort()
      await running?.catch(() => {})
    },
  }
}

const lock = sql.fragment`hashtextextended('lake', 0)`
const lockRow = sql.type(z.object({ got: z.boolean() }))
/** Another writer that wrote within this time goes on. */
const stickyMs = 3 * minuteMs

type Published = {
  store: LakeStore
  /** Of the files that the lake may lack. */
  folder: string
  /** @param before what the lake is now */
  manifestOf(before: Manifest | null): Manifest
  /** Takes the place of any writer, and of files that are there. */
  isForced?: boolean
}

/**
 * Copies the files that the lake lacks, and the manifest last. Only the holder of the lock does.
 * @returns false: another process writes the lake
 */
export function publish(
  pool: DatabasePool,
  { store, folder, manifestOf, isForced }: Published,
): Promise<boolean> {
  return pool.connect(async connection => {
    const { got } = await connection.one(lockRow`select pg_try_advisory_lock(${lock}) as got`)
    if (!got) return false
    try {
      const before = await readManifest(store).catch(() => null)
      const manifest = manifestOf(before)
      const isOthers = before !== null && before.writer !== manifest.writer && !isForced
      if (isOthers && Date.parse(before.writtenAt) > Date.now() - stickyMs) return false
      const had = new Set(before?.files.map(file => file.path))
      for (const { path: name } of manifest.files) {
        const file = path.join(folder, name)
        if (isForced ? existsSync(file) : !had.has(name)) await store.put(name, file)
      }
      // The lock ends with the connection: it must still be there.
      await connection.query(sql.unsafe`select 1`)
      if (!before || isForced || contentOf(before) !== contentOf(manifest))
        await writeManifest(store, manifest)
      return true
    } finally {
      await connection.query(sql.unsafe`select pg_advisory_unlock(${lock})`)
    }
  })
}

const contentOf = ({ position, files }: Manifest) => JSON.stringify([position, files])
