import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { downloadEverything, fileCount } from './download.ts'

export function DownloadEverythingButton() {
  const [started, setStarted] = useState<number | null>(null)
  async function start() {
    setStarted(0)
    await downloadEverything(setStarted)
    setStarted(null)
  }
  return (
    <Button size="4" disabled={started !== null} onClick={start}>
      {started === null ? 'Scarica tutto' : `Scarico ${started} di ${fileCount}…`}
    </Button>
  )
}
