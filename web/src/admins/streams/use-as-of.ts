import { useEffect, useRef, useState } from 'react'
import { useFilters } from '../parts/filters.ts'

/** Browsers refuse to have their address changed with every step of a key that is held down. */
const settledMs = 200

/** The revision that is looked at, null for the newest. It stands in the address, so that a link opens the same. */
export function useAsOf() {
  const { of, set } = useFilters()
  const inAddress = revisionIn(of('asOf'))
  const [asOf, setAsOf] = useState(inAddress)
  const written = useRef(inAddress)
  const write = useRef(set)
  useEffect(() => {
    write.current = set
  })
  // The address was changed by somebody else: a link, or the way back.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setAsOf(inAddress)
  }, [inAddress])
  useEffect(() => {
    if (asOf === written.current) return
    const timer = setTimeout(() => {
      written.current = asOf
      write.current('asOf', asOf === null ? '' : String(asOf))
    }, settledMs)
    return () => clearTimeout(timer)
  }, [asOf])
  return [asOf, setAsOf] as const
}

const revisionIn = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)
