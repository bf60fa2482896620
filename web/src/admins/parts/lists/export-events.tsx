import type { exportType } from '@tba/events/admins/events.ts'
import { exportLink } from '@tba/events/admins/views.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { downloadUrl } from '../../../api/save-file.ts'
import { onDemand } from '../../../components/on-demand.ts'
import { consoleCall } from '../../api/calls.ts'
import { useFailureToast } from '../../api/reads.ts'
import { MenuButton } from '../filters/menus.tsx'
import { datedAddress } from '../time/period.ts'

/** The browser follows a one-time link: an export may be larger than the memory of the page. */
export function useDownload(type: z.infer<typeof exportType>) {
  const fail = useFailureToast()
  const [isRequesting, setRequesting] = useState(false)

  async function download(query = '') {
    setRequesting(true)
    try {
      const { url } = exportLink.parse(await consoleCall('POST', `/api/admin/export/${type}/link`))
      downloadUrl(datedAddress(query === '' ? url : `${url}&${query}`), '')
    } catch (error) {
      fail(error, 'Impossibile esportare i dati')
    } finally {
      setRequesting(false)
    }
  }

  return { isRequesting, download }
}

const popover = onDemand(() => import('./export-events.popover.tsx'))

export function ExportEvents({ query, note }: { query: string; note?: string }) {
  const { isRequesting, download } = useDownload('events')
  function downloadAs(format: string) {
    const parameters = new URLSearchParams(query)
    // Files are in log order.
    parameters.delete('order')
    parameters.set('format', format)
    void download(parameters.toString())
  }
  return (
    <MenuButton code={popover} menu={{ note, downloadAs }} disabled={isRequesting}>
      Esporta
    </MenuButton>
  )
}
