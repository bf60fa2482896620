import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Runs the benchmark again in a process with the product's V8 flags, unless it already is in one. */
export function inProductProcess(): void {
  if (process.execArgv.length > 0) return
  const flags = JSON.parse(readFileSync(new URL('../start/bootstrap/v8-flags.json', import.meta.url), 'utf8'))
  const [node, ...script] = process.argv
  process.exit(spawnSync(String(node), [...flags, ...script], { stdio: 'inherit' }).status ?? 1)
}
