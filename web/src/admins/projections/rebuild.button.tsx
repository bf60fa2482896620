import { useEffect, useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { serverMessage } from '../../shell/http.ts'
import { useToast } from '../../shell/toast.ts'
import { useFailureToast } from '../console-data.ts'
import { askRebuild } from './projections-data.ts'

/** The wish is a job's before it shows: so long the button says that it was heard. */
const heardMs = 4_000

type Props = { name: string; isBuilding: boolean; changed: () => Promise<unknown> }

export function RebuildButton({ name, isBuilding, changed }: Props) {
  const toast = useToast()
  const fail = useFailureToast()
  const [isAsked, setAsked] = useState(false)

  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => setAsked(false), heardMs)
    return () => clearTimeout(timer)
  }, [isAsked])

  async function ask() {
    setAsked(true)
    try {
      await askRebuild(name)
      toast({ title: 'Ricostruzione richiesta' })
      await changed()
    } catch (error) {
      setAsked(false)
      fail(error, serverMessage(error, 'Ricostruzione non richiesta: riprova.'))
    }
  }

  return (
    <CommandButton
      variant="outline"
      busy={isAsked}
      disabled={isBuilding}
      aria-label={`Ricostruisci ${name}`}
      onClick={ask}
    >
      Ricostruisci
    </CommandButton>
  )
}
