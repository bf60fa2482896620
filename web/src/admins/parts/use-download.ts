import type { exportType } from '@tba/events/admins/events.ts'
import { exportLink } from '@tba/events/admins/views.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { saveAddress } from '../../shell/save-file.ts'
import { consoleCall } from '../console-call.ts'
import { useFailureToast } from '../console-data.ts'

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
