import { Button } from '@radix-ui/themes'
import { useEffect, useState } from 'react'
import { useCopy } from '../shell/toast.ts'

const confirmedMs = 2000
const failed = { title: 'Copia non riuscita', description: 'Seleziona il testo e copialo a mano.' }

const Name = ({ what, terse }: { what: string; terse: boolean }) => (
  <span>
    Copia <span className={terse ? 'visually-hidden' : undefined}>{what}</span>
  </span>
)

type Props = { text: string; what: string; terse?: boolean }

/** Copies the text and says so for two seconds. A terse one shows only «Copia»: what it copies stands beside it. */
export function CopyButton({ text, what, terse = false }: Props) {
  const [copies, setCopies] = useState(0)
  const copied = copies > 0
  const copy = useCopy({ failed })
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), confirmedMs)
    return () => clearTimeout(timer)
  }, [copies])

  return (
    <>
      <Button
        className="copy-button"
        variant="outline"
        size="2"
        onClick={async () => (await copy(text)) && setCopies(copies + 1)}
      >
        {copied ? 'Copiato!' : <Name what={what} terse={terse} />}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && `Negli appunti: ${what}`}
      </span>
    </>
  )
}
