/** The work on each item, at most so many at a time; the results in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atMost: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const left = items.entries()
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atMost, items.length) }, worker))
  return results
}
