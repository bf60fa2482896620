import { useEffect, useRef, useState } from 'react'
import { HttpError, hasStatus } from '../../api/http.ts'
import { failure, useToast } from '../../toasts/toast.ts'
import { useEndSession } from '../session.ts'
import { useSetProfileImage } from './profile.ts'
import { openWidget } from './profile-image.uppy.ts'
import './profile-image.css'

const reasonOf = (error: Error) =>
  error instanceof HttpError ? error.said : 'La connessione si è interrotta: riprova.'

/** Uppy, in an element of its own. */
export default function ProfileImageWidget({ close }: { close: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [reason, setReason] = useState<string | null>(null)
  const toast = useToast()
  const endSession = useEndSession()
  const { trigger } = useSetProfileImage()
  const ways = {
    choose: trigger,
    onDone() {
      toast({ title: 'Immagine profilo aggiornata' })
      close()
    },
    onFailed(error: Error) {
      if (hasStatus(error, 401)) return endSession()
      setReason(reasonOf(error))
      toast(failure("Errore nell'aggiornamento dell'immagine profilo."))
    },
    onTry: () => setReason(null),
  }
  const latest = useRef(ways)
  useEffect(() => {
    latest.current = ways
  })
  useEffect(() => {
    if (!place.current) return
    return openWidget({
      target: place.current,
      choose: imageUrl => latest.current.choose(imageUrl),
      onDone: () => latest.current.onDone(),
      onFailed: error => latest.current.onFailed(error),
      onTry: () => latest.current.onTry(),
    })
  }, [])
  return (
    <>
      <div ref={place} className="picture-widget" data-private />
      {reason && (
        <p className="field-error" role="alert">
          {reason}
        </p>
      )}
    </>
  )
}
