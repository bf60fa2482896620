import type { exportType } from '@tba/events/admins/events.ts'
import { exportLink } from '@tba/events/admins/views.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { consoleCall } from '../console-call.ts'
import { useFailureToast } from '../console-data.ts'

/** Lets the browser download to disk: an export may be larger than a page's memory. */
function follow(url: string) {
  const link = document.createElement('a')
  link.href = url
  // The server names the file. With this, a refusal is a failed download and does not replace the console.
  link.download = ''
  link.click()
}

/** Asks for a link that works once, and follows it with these parameters. */
export function useDownload(type: z.infer<typeof exportType>) {
  const fail = useFailureToast()
  const [asking, setAsking] = useState(false)

  async function download(query = '') {
    setAsking(true)
    try {
      const { url } = exportLink.parse(await consoleCall('POST', `/api/admin/export/${type}/link`))
      follow(query === '' ? url : `${url}&${query}`)
    } catch (error) {
      fail(error, 'Impossibile esportare i dati')
    } finally {
      setAsking(false)
    }
  }

  return { asking, download }
}
