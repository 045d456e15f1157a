import { queryOptions } from '@tanstack/react-query'
import type { ResultAnswer, ResultColumn } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { loadResult } from '../../../api/sqlLab.ts'

/** A result, column by column. */
export interface ResultRows {
  columns: ResultColumn[]
  /** the values of each column */
  cells: unknown[][]
  count: number
  /** whether further rows are still being loaded */
  isPartial: boolean
}

const firstRows = 1000
const pageRows = 10_000

/** First pages that were part of the response to a run. */
const arrived = new Map<string, ResultAnswer>()

/** Records the first rows of a result, so that they are shown without another request. */
export function firstPage(key: string, answer: ResultAnswer): void {
  arrived.set(key, answer)
}

const keyOf = (key: string | null) => ['sqlLab', 'result', key]

/** All rows of a stored result. The first ones are shown while the others arrive. */
export function resultQuery(key: string | null) {
  return queryOptions({
    queryKey: keyOf(key),
    enabled: key !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // otherwise every page would be compared with all rows before it
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<ResultRows> => {
      const first = (key !== null && arrived.get(key)) || (await loadResult(key ?? '', 0, firstRows, signal))
      arrived.delete(key ?? '')
      let rows = added(undefined, first)
      let answer = first
      while (answer.displayLimitReached && answer.data.length > 0) {
        queryClient.setQueryData(keyOf(key), { ...rows, isPartial: true })
        answer = await loadResult(key ?? '', rows.count, pageRows, signal)
        rows = added(rows, answer)
      }
      return rows
    },
  })
}

/** The rows, with those of another page appended. */
export function added(before: ResultRows | undefined, { columns, data }: ResultAnswer): ResultRows {
  const known = before?.columns ?? columns
  return {
    columns: known,
    cells: known.map(({ name }, at) => [...(before?.cells[at] ?? []), ...data.map((row) => row[name] ?? null)]),
    count: (before?.count ?? 0) + data.length,
    isPartial: false,
  }
}
