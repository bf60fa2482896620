import type { exportType } from '@tba/events/admins/events.ts'
import { exportLink } from '@tba/events/admins/views.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { saveAddress } from '../../../api/save-file.ts'
import { onDemand } from '../../../components/on-demand.ts'
import { consoleCall } from '../../api/calls.ts'
import { useFailureToast } from '../../api/reads.ts'
import { MenuButton } from '../filters/menus.tsx'

/**
 * Asks for a link that works once, and lets the browser follow it with these parameters: an export may be larger than a
 * page's memory.
 */
export function useDownload(type: z.infer<typeof exportType>) {
  const fail = useFailureToast()
  const [asking, setAsking] = useState(false)

  async function download(query = '') {
    setAsking(true)
    try {
      const { url } = exportLink.parse(await consoleCall('POST', `/api/admin/export/${type}/link`))
      // The server names the file.
      saveAddress(query === '' ? url : `${url}&${query}`, '')
    } catch (error) {
      fail(error, 'Impossibile esportare i dati')
    } finally {
      setAsking(false)
    }
  }

  return { asking, download }
}

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
