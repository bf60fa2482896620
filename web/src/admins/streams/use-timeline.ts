import { useState } from 'react'
import useSWR from 'swr'
import { HttpError } from '../../shell/http.ts'
import { readFailure, useFailureToast } from '../console-data.ts'
import { firstIn, lastIn, readPart } from './read-part.ts'

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
      const isAll = firstIn(part) === 0 && part.entries.length === part.revision + 1
      setLong(isAll ? null : part.revision)
      return part
    },
    {
      keepPreviousData: true,
      onError: (error: Error) => isMissing(error) || fail(error, readFailure(error)),
    },
  )
  const { data, isLoading } = answer
  const at = data && asOf !== null ? Math.min(asOf, data.revision) : asOf
  // Once it has come: what is on its way is not asked for again by each step of the slider.
  if (data && !isLoading && at !== null && at !== around && !(firstIn(data) <= at && at <= lastIn(data)))
    setAround(at)
  return answer
}

export const isMissing = (error: unknown) => error instanceof HttpError && error.status === 404
