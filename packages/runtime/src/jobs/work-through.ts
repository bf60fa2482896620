/** Does the work for each, one after the other, also after a failure. @throws the first failure, at the end */
export async function workThrough<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) await work(item).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
