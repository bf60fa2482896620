import { DownloadIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import type { exportType } from '@tba/events/admins/events.ts'
import type { z } from 'zod'
import { useDownload } from '../parts/use-download.ts'

export function ExportButton({ type }: { type: z.infer<typeof exportType> }) {
  const { asking, download } = useDownload(type)
  return (
    <Button variant="outline" disabled={asking} onClick={() => download()}>
      <DownloadIcon aria-hidden />
      Esporta CSV
    </Button>
  )
}
