import { useEffect, useState } from 'react'
import type { ReadInSteps } from './readInSteps.ts'
import { inSlices, type Steps } from './steps.ts'
import { manyRows } from './useInOwnTask.ts'

interface Result {
  formData: object
  data: readonly { rowcount: number }[]
  datasource?: object
}

/** Whether work on a result is done. On many rows it is done in short tasks, otherwise it can be done at once. */
export function useDone<T extends Result>(steps: ((input: T) => Steps<unknown>) | undefined, input: T): boolean {
  const { formData, data, datasource } = input
  const [done, setDone] = useState<Result & { steps: unknown }>()
  // without a page, the whole picture is drawn at once
  const isLarge = (data[0]?.rowcount ?? 0) > manyRows && typeof document !== 'undefined'
  const isSame =
    done?.steps === steps && done?.formData === formData && done.data === data && done.datasource === datasource
  const isDone = !steps || !isLarge || isSame
  useEffect(() => {
    if (isDone) return
    const stop = new AbortController()
    const end = () => {
      // what fails is thrown again by whoever reads the result
      if (!stop.signal.aborted) setDone({ steps, formData, data, ...(datasource && { datasource }) })
    }
    inSlices(steps(input), stop.signal).then(end, end)
    return () => stop.abort()
    // the work depends on the result only
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone, steps, formData, data, datasource])
  return isDone
}

/** The reading of a result. Of many rows: undefined in the first render, and the previous one after a change. */
export function useReading<T extends Result, Read>(reading: ReadInSteps<T, Read>, input: T): Read | undefined {
  const [last, setLast] = useState<{ read: Read }>()
  if (!useDone(reading.steps, input)) return last?.read
  const read = reading(input)
  if (last?.read !== read) setLast({ read })
  return read
}
