import { Button } from '@radix-ui/themes'
import { useEffect, useRef, useState } from 'react'
import { useToast } from '../shell/toast.ts'

const confirmedMs = 2000

const Name = ({ what, terse }: { what: string; terse: boolean }) => (
  <span>
    Copia <span className={terse ? 'visually-hidden' : undefined}>{what}</span>
  </span>
)

type Props = { text: string; what: string; terse?: boolean }

/** Copies the text and says so for two seconds. A terse one shows only «Copia»: what it copies stands beside it. */
export function CopyButton({ text, what, terse = false }: Props) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<number | undefined>(undefined)
  const toast = useToast()
  useEffect(() => () => window.clearTimeout(timer.current), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      const description = 'Seleziona il testo e copialo a mano.'
      toast({ title: 'Copia non riuscita', description, destructive: true })
      return
    }
    setCopied(true)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setCopied(false), confirmedMs)
  }

  return (
    <>
      <Button className="copy-button" variant="outline" size="2" onClick={copy}>
        {copied ? 'Copiato!' : <Name what={what} terse={terse} />}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && `Negli appunti: ${what}`}
      </span>
    </>
  )
}
