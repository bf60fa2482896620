import { hash } from 'node:crypto'

/** A way stands in addresses: the names of its branches are short there, whatever visitors wrote. */
const between = '.'

export const shortName = (key: string): string => hash('sha256', key).slice(0, 12)

/** Names a branch by the way to it. @param before empty at the root */
export const wayKey = (before: string, branch: string): string =>
  before === '' ? branch : `${before}${between}${branch}`

export const branchesOf = (way: string): string[] => (way === '' ? [] : way.split(between))
