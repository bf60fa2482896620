import { nameKey } from '@tba/runtime/history/row-keys.ts'

/** A way stands in addresses: the names of its branches are short there, whatever visitors wrote. */
const between = '.'

export const shortName = (key: string): string => nameKey(key).toString(36)

/** Names a branch by the way to it. @param before empty at the root */
export const wayKey = (before: string, branch: string): string =>
  before === '' ? branch : `${before}${between}${branch}`

export const branchesOf = (way: string): string[] => (way === '' ? [] : way.split(between))
