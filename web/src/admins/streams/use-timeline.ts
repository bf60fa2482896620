import { useState } from 'react'
import useSWR from 'swr'
import { HttpError } from '../../shell/http.ts'
import { readAgain, readFailure, useFailureToast } from '../console-data.ts'
import { firstIn, lastIn, type Part, readPart } from './read-part.ts'

/**
 * The part of a stream that holds this revision, or the newest; a part that was read is kept until another is asked for,
 * and shown until that has come.
 */
export function useTimeline(stream: string, asOf: number | null) {
  const fail = useFailureToast()
  const [around, setAround] = useState(asOf)
  const [long, setLong] = useState<number | null>(null)
  const answer = useSWR(
    ['stream', stream, around],
    async () => {
      const part = await readPart({ stream, around, revision: long })
      setLong(part.isWhole ? null : part.revision)
      return part
    },
    {
      ...readAgain,
      keepPreviousData: true,
      onError: (error: Error) => isMissing(error) || fail(error, readFailure(error)),
    },
  )
  const { data, isLoading } = answer
  const at = data && asOf !== null ? Math.min(asOf, data.revision) : asOf
  // Once it has come: what is on its way is not asked for again by each step of the slider.
  const isThere = (part: Part, revision: number) =>
    part.isWhole || (firstIn(part) <= revision && revision <= lastIn(part))
  if (data && !isLoading && at !== null && at !== around && !isThere(data, at)) setAround(at)
  return answer
}

export const isMissing = (error: unknown) => error instanceof HttpError && error.status === 404
