import fs from 'node:fs'
import path from 'node:path'
import { dataFolder, readText, say } from './checkout.mjs'
import { npm } from './install.mjs'

const packages = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1']

/** Stryker, in a folder of its own: as a dependency it would replace packages of the product. @returns the folder */
export async function findStryker() {
  const own = dataFolder('mutants')
  const stamp = path.join(own, 'packages')
  if (readText(stamp) !== packages.join()) {
    say('Fetching Stryker from npm (60 MB)…')
    fs.rmSync(own, { recursive: true, force: true })
    // Without its peers: the product's own Vitest is found in a folder above.
    await npm('install', ...packages, '--no-save', '--legacy-peer-deps', `--prefix=${own}`)
    // Written last: an interrupted download is repeated.
    fs.writeFileSync(stamp, packages.join())
  }
  return { MUTANTS_FOLDER: own }
}
