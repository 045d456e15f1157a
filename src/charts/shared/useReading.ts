import { useEffect, useState } from 'react'
import type { ReadInSteps } from './readInSteps.ts'
import { inSlices, type Steps } from './steps.ts'
import { manyRows } from './useInOwnTask.ts'

interface Result {
  formData: object
  data: readonly { rowcount: number }[]
  datasource?: object
}

/** Whether the work on a result is done. Work on many rows is split into short tasks; other work needs no task. */
export function useDone<T extends Result>(steps: ((input: T) => Steps<unknown>) | undefined, input: T): boolean {
  const { formData, data, datasource } = input
  const [done, setDone] = useState<Result & { steps: unknown }>()
  // without a page, the whole image is drawn at once
  const isLarge = (data[0]?.rowcount ?? 0) > manyRows && typeof document !== 'undefined'
  const isSame =
    done?.steps === steps && done?.formData === formData && done.data === data && done.datasource === datasource
  const isDone = !steps || !isLarge || isSame
  useEffect(() => {
    if (isDone) return
    const stop = new AbortController()
    const end = () => {
      // an error is not handled here: reading the result throws it again
      if (!stop.signal.aborted) setDone({ steps, formData, data, ...(datasource && { datasource }) })
    }
    inSlices(steps(input), stop.signal).then(end, end)
    return () => stop.abort()
    // the work depends on the result only
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone, steps, formData, data, datasource])
  return isDone
}

/** What is read from a result. For many rows: undefined in the first render, and the previous value after a change. */
export function useReading<T extends Result, Read>(reading: ReadInSteps<T, Read>, input: T): Read | undefined {
  const [last, setLast] = useState<{ read: Read }>()
  if (!useDone(reading.steps, input)) return last?.read
  const read = reading(input)
  if (last?.read !== read) setLast({ read })
  return read
}
