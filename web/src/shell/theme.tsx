import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { textStorage } from '../api/storage.ts'
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx'

const themes = [
  { theme: 'light', name: 'Chiaro', Icon: SunIcon },
  { theme: 'dark', name: 'Scuro', Icon: MoonIcon },
  { theme: 'system', name: 'Sistema', Icon: ScreenIcon },
] as const
type Theme = (typeof themes)[number]['theme']

const storage = textStorage('localStorage', 'theme')

// Null until mounted: the prerendered page knows no storage, and the first render in the browser must match it.
const themeAtom = atom<Theme | null>(null)
themeAtom.onMount = set => {
  const read = () => set(themes.find(({ theme }) => theme === storage.get())?.theme ?? 'system')
  read()
  // The choice of another tab.
  addEventListener('storage', read)
  return () => removeEventListener('storage', read)
}

const subscribeToNothing = () => () => {}
/** False in the render that hydrates a part of the page. */
const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

export function ThemeSwitcher() {
  const [chosen, setChosen] = useAtom(themeAtom)
  const isHydrated = useIsHydrated()
  const group = useId()
  function choose(theme: Theme) {
    setChosen(theme)
    storage.set(theme)
  }
  return (
    <fieldset className="theme-switcher">
      <legend className="visually-hidden">Tema</legend>
      {themes.map(({ theme, name, Icon }) => (
        <label key={theme} title={name}>
          <input
            type="radio"
            name={group}
            checked={isHydrated && chosen === theme}
            onChange={() => choose(theme)}
          />
          <Icon />
          <span className="visually-hidden">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Sets the root's class to the chosen theme, or to that of the system. */
export function useApplyTheme() {
  const chosen = useAtomValue(themeAtom)
  useEffect(() => {
    if (chosen === null) return
    const system = matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      const dark = chosen === 'dark' || (chosen === 'system' && system.matches)
      document.documentElement.classList.toggle('dark', dark)
      document.documentElement.classList.toggle('light', !dark)
    }
    apply()
    system.addEventListener('change', apply)
    return () => system.removeEventListener('change', apply)
  }, [chosen])
}
