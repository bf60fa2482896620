import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useSyncExternalStore } from 'react'
import { stored } from './stored.ts'

export const themes = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themes)[number]

const kept = stored('localStorage', 'theme')

// Null until mounted: the prerendered page knows no storage, and the first render in the browser must match it.
const choiceAtom = atom<ThemeChoice | null>(null)
choiceAtom.onMount = set => set(themes.find(theme => theme === kept.get()) ?? 'system')

const themeAtom = atom(
  get => get(choiceAtom),
  (_get, set, choice: ThemeChoice) => {
    set(choiceAtom, choice)
    kept.set(choice)
  },
)

const unchanging = () => () => {}

/** The choice is also null in the first render of a part that is hydrated later. */
export function useTheme() {
  const [choice, choose] = useAtom(themeAtom)
  const isTakenUp = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )
  return [isTakenUp ? choice : null, choose] as const
}

/** Sets the root's class to the chosen theme, or to that of the system. */
export function useApplyTheme() {
  const choice = useAtomValue(themeAtom)
  useEffect(() => {
    if (choice === null) return
    const system = matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      const dark = choice === 'dark' || (choice === 'system' && system.matches)
      document.documentElement.classList.toggle('dark', dark)
      document.documentElement.classList.toggle('light', !dark)
    }
    apply()
    system.addEventListener('change', apply)
    return () => system.removeEventListener('change', apply)
  }, [choice])
}
