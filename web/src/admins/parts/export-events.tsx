import { CaretDownIcon } from '@radix-ui/react-icons'
import { useRef } from 'react'
import { onDemand, useOnDemand } from './on-demand.ts'
import { useDownload } from './use-download.ts'
import '../history/history.css'

const popover = onDemand(() => import('./export-events.popover.tsx'))

type Props = {
  /** Filters of the history. */
  query: string
  /** What is downloaded, where the page does not say it. */
  note?: string
}

/** Downloads the events that the filters let through, in a format of one's choice. */
export function ExportEvents({ query, note }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const { asking, download } = useDownload('events')
  const { Part: Menu, isOpen, setOpen, open, early } = useOnDemand(popover)

  function take(format: string) {
    setOpen(false)
    const asked = new URLSearchParams(query)
    // A file is in the order of the log.
    asked.delete('order')
    asked.set('format', format)
    void download(asked.toString())
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="filter-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={asking}
        onClick={() => (isOpen ? setOpen(false) : open())}
        {...early}
      >
        Esporta
        <CaretDownIcon aria-hidden />
      </button>
      {Menu && <Menu button={button} isOpen={isOpen} setOpen={setOpen} note={note} take={take} />}
    </>
  )
}
