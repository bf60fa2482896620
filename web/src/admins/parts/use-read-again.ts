import { useEffect, useEffectEvent } from 'react'

type List = { pages: readonly unknown[]; mutate: () => unknown }

/** Reads a list again where it was read before somebody came back to it, or to these filters: until then it stands as it was. */
export function useReadAgain(path: string, { pages, mutate }: List) {
  const comeBack = useEffectEvent(() => pages.length > 0 && mutate())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another list.
  useEffect(() => {
    comeBack()
  }, [path])
}
