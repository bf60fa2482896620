import { Cross2Icon } from '@radix-ui/react-icons'
import { IconButton } from '@radix-ui/themes'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useFocusBack } from '../../shell/keep-focus.ts'
import { MoreButton } from './ledger.tsx'
import { streamAddress } from './links.tsx'
import type { usePages } from './paged.ts'
import { MomentOf } from './times.tsx'
import { ViewState } from './view-state.tsx'
import './drawer.css'

type Props = { title: string; close: () => void; children: ReactNode }

/**
 * To read one thing beside the list that it stands in: at the right, on a phone over the whole window. The list stays
 * usable; Escape closes it from anywhere inside, and focus returns to where it was.
 */
export function Drawer({ title, close, children }: Props) {
  const giveBack = useFocusBack()
  return (
    <Dialog.Root open modal={false} onOpenChange={open => open || close()}>
      <Dialog.Content
        className="drawer"
        aria-describedby={undefined}
        onInteractOutside={event => event.preventDefault()}
        onCloseAutoFocus={giveBack}
      >
        <header className="drawer-header">
          <Dialog.Title>{title}</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton variant="ghost" color="gray" size="3" aria-label="Chiudi">
              <Cross2Icon aria-hidden width={18} height={18} />
            </IconButton>
          </Dialog.Close>
        </header>
        {children}
      </Dialog.Content>
    </Dialog.Root>
  )
}

type Unit = {
  id: string
  at: string
  /** Behind the moment. */
  said?: string
}

type ListProps = {
  answer: Pick<
    ReturnType<typeof usePages>,
    'isFirst' | 'error' | 'isValidating' | 'isWhole' | 'more' | 'mutate'
  >
  units: readonly Unit[]
  words: { label: string; none: string; more: string; stream: string }
  /** Of its own page. */
  addressOf: (id: string) => string
  /** What its stream's name begins with. */
  stream: 'visit' | 'account'
  /** Below the list. */
  children?: ReactNode
}

/** The visits or customers that a number counts, page by page, each with the way to its page and to its stream. */
export function UnitList({ answer, units, words, addressOf, stream, children }: ListProps) {
  const { isFirst, error, isValidating, isWhole, more } = answer
  if (isFirst || (error && units.length === 0)) return <ViewState answer={answer} />
  if (units.length === 0) return <p className="quiet">{words.none}</p>
  return (
    <>
      <ul className="drawer-list" aria-label={words.label}>
        {units.map(({ id, at, said }) => (
          <li key={id}>
            <Link className="mono" to={addressOf(id)}>
              {id}
            </Link>
            <span>
              <MomentOf at={at} />
              {said}
            </span>
            <Link to={streamAddress(`${stream}-${id}`)} aria-label={`${words.stream} ${id}`}>
              Cronologia
            </Link>
          </li>
        ))}
      </ul>
      {children}
      <MoreButton label={words.more} isBusy={isValidating} isWhole={isWhole} more={more} />
    </>
  )
}
