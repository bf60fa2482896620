import { MenuButton } from './menus.tsx'
import { onDemand } from './on-demand.ts'
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
  const { asking, download } = useDownload('events')
  function take(format: string) {
    const asked = new URLSearchParams(query)
    // A file is in the order of the log.
    asked.delete('order')
    asked.set('format', format)
    void download(asked.toString())
  }
  return (
    <MenuButton code={popover} menu={{ note, take }} disabled={asking}>
      Esporta
    </MenuButton>
  )
}
