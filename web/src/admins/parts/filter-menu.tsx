import type { FilterMenuProps } from './filter-choices.ts'
import { MenuButton } from './menu.button.tsx'
import { onDemand } from './on-demand.ts'

type Props = FilterMenuProps & {
  /** On the button in place of the name. */
  shown?: string
}

const popover = onDemand(() => import('./filter-menu.popover.tsx'))

/** A filter's choices behind a button. */
export function FilterMenu({ shown, ...menu }: Props) {
  const { name, chosen } = menu
  return (
    <MenuButton
      code={popover}
      menu={menu}
      isTypedInto
      data-chosen={chosen.length > 0}
      {...(shown !== undefined && { 'aria-label': `${name}: ${shown}` })}
    >
      {shown === undefined ? name : <span className="filter-shown">{shown}</span>}
      {chosen.length > 1 && ` · ${chosen.length}`}
    </MenuButton>
  )
}
