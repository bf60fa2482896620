import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'

/** @throws {StartRefusal} with the usage, where an option is unknown or lacks its value */
export function parsed<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config)
  } catch {
    throw new StartRefusal(usage)
  }
}
