import { useId } from 'react'
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx'
import { type ThemeChoice, themes, useTheme } from './theme.ts'

const options = {
  light: { name: 'Chiaro', Icon: SunIcon },
  dark: { name: 'Scuro', Icon: MoonIcon },
  system: { name: 'Sistema', Icon: ScreenIcon },
} satisfies Record<ThemeChoice, unknown>

export function ThemeSwitcher() {
  const [choice, choose] = useTheme()
  const group = useId()
  return (
    <fieldset className="theme-switcher">
      <legend className="visually-hidden">Tema</legend>
      {themes.map(theme => {
        const { name, Icon } = options[theme]
        return (
          <label key={theme} title={name}>
            <input type="radio" name={group} checked={choice === theme} onChange={() => choose(theme)} />
            <Icon />
            <span className="visually-hidden">{name}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
