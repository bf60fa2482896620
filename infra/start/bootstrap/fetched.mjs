import fs from 'node:fs'
import path from 'node:path'
import { dataFolder, readText, say } from './checkout.mjs'
import { npm } from './install.mjs'

/** Tools of a few tests. As dependencies they would weigh on everyone, and Stryker would replace packages of the product. */
const tools = {
  mutants: {
    packages: ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'],
    what: 'Stryker from npm (60 MB)',
  },
  clickhouse: { packages: ['chdb@3.4.0'], what: 'ClickHouse from npm (160 MB, 550 MB unpacked)' },
}

/** Fetches a tool into a folder of its own. @param {keyof typeof tools} name @returns the folder */
export async function fetchTool(name) {
  const { packages, what } = tools[name]
  const own = dataFolder(name)
  const stamp = path.join(own, 'packages')
  if (readText(stamp) !== packages.join()) {
    say(`Fetching ${what}…`)
    fs.rmSync(own, { recursive: true, force: true })
    // Without its peers: the product's own Vitest is found in a folder above.
    await npm('install', ...packages, '--no-save', '--legacy-peer-deps', `--prefix=${own}`)
    // Written last: an interrupted download is repeated.
    fs.writeFileSync(stamp, packages.join())
  }
  return own
}
