import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router-dom'

type Load = () => Promise<{ default: ComponentType }>

const preloads = new Map<string, () => Promise<void>>()

/**
 * A screen whose code is loaded on demand. Once preloaded it renders without suspending, as prerendering and hydration
 * need it.
 */
export function screen(path: string, load: Load): ComponentType {
  const Lazy = lazy(load)
  let Loaded: ComponentType | null = null
  preloads.set(path, async () => {
    Loaded = (await load()).default
  })
  return () => (Loaded ? <Loaded /> : <Lazy />)
}

/** Resolves when the screen of this address can render at once; rejects where its code does not arrive. */
export async function preloadScreen(pathname: string) {
  for (const [path, preload] of preloads) if (matchPath(path, pathname)) return preload()
}
