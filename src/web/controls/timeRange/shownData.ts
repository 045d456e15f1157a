import { createContext, useContext } from 'react'
import { GenericType } from '../../../model/dataset/dataset.ts'
import type { ChartData } from '../../../model/query/chartData.ts'

const ShownDataContext = createContext<() => readonly ChartData[]>(() => [])

/** Provides time ranges with the data on the screen, without additional requests. */
export const ShownDataProvider = ShownDataContext.Provider

export const useShownData = () => useContext(ShownDataContext)

/** The last day (YYYY-MM-DD) of the times in some results; undefined if they have none. */
export function lastDayOf(answers: readonly ChartData[]): string | undefined {
  let last = Number.NEGATIVE_INFINITY
  for (const { coltypes, columns } of answers) {
    columns.forEach((cells, at) => {
      if (coltypes[at] !== GenericType.temporal) return
      for (const cell of cells) if (typeof cell === 'number' && cell > last && cell <= LAST_TIME) last = cell
    })
  }
  return last === Number.NEGATIVE_INFINITY ? undefined : new Date(last).toISOString().slice(0, 10)
}

/** 31 December 9999: the calendars cannot show later years. */
const LAST_TIME = 253_402_300_799_999
