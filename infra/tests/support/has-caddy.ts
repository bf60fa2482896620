import { spawnSync } from 'node:child_process'

export const hasCaddy = spawnSync('caddy', ['version']).status === 0
if (!hasCaddy) console.warn('NO CADDY HERE: caddy is not installed, so the tests of its gateway are SKIPPED.')
