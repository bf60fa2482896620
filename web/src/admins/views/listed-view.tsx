import { CheckIcon } from '@radix-ui/react-icons'
import type { SavedView } from '@tba/events/views/views.ts'
import { Menu } from 'radix-ui/internal'
import { DateOf } from '../parts/times.tsx'
import { administratorIn, useToken } from '../token.ts'

/** A view in the menu: its name, and who saved it last and when. */
export function ListedView({ view: { id, name, savedBy, savedAt } }: { view: SavedView }) {
  const token = useToken()
  const isMine = token !== null && savedBy === `admin:${administratorIn(token)}`
  return (
    <Menu.RadioItem className="views-item" value={id} textValue={name}>
      <Menu.ItemIndicator className="views-check">
        <CheckIcon aria-hidden />
      </Menu.ItemIndicator>
      <span className="views-name">{name}</span>
      <span className="views-by">
        {isMine ? 'tua' : <span title={savedBy}>di {savedBy.slice(0, 'admin:'.length + 8)}</span>},{' '}
        <DateOf at={savedAt} />
      </span>
    </Menu.RadioItem>
  )
}
