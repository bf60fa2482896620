/** A seeded generator: the same seed gives the same numbers on every machine. Not for keys or passwords. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  /** One of the entries, each as often as its weight says. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string
  uuid(): string
}

export function random(seed: string): Random {
  const word = words(seed)
  const next = () => word() / 2 ** 32
  const hex = (digits: number): string => {
    let text = ''
    while (text.length < digits) text += word().toString(16).padStart(8, '0')
    return text.slice(0, digits)
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))

  return {
    next,
    chance: probability => next() < probability,
    whole,
    between: (least, most) => least + next() * (most - least),
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    weighted<T>(entries: readonly (readonly [T, number])[]) {
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (found ?? entries[entries.length - 1] ?? missing())[0]
    },
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[whole(0, 3)]}${hex(3)}-${hex(12)}`,
  }
}

function missing(): never {
  throw new Error('there is nothing to draw from')
}

/** sfc32, begun with an FNV-1a hash of the seed: 32 bits at a time. */
function words(seed: string): () => number {
  let hash = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193)
  let [a, b, c, counter] = [hash, hash ^ 0x9e3779b9, Math.imul(hash, 0x85ebca6b), 1]
  const word = () => {
    const drawn = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + drawn) | 0
    return drawn >>> 0
  }
  // Similar seeds give similar first numbers.
  for (let round = 0; round < 12; round++) word()
  return word
}
