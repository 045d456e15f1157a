import { comparesWeeks, timeOffsets } from '../query/timeComparison.ts'
import type { TimeseriesForm } from './formData.ts'
import type { TimeseriesModel } from './model.ts'

/** Messages of a chart with weekly values: one for each time shift that has no values. */
export function unmatchedWeeks(form: TimeseriesForm, { series }: TimeseriesModel): string[] {
  if (!comparesWeeks(form)) return []
  const shifts = timeOffsets(form).filter((shift) => {
    const shifted = series.filter(({ offset }) => offset === shift)
    return shifted.length > 0 && shifted.every(({ values }) => values.every((value) => value === null))
  })
  return shifts.map((shift) => {
    const years = /^(\d+) years?\b/.exec(shift)?.[1]
    return years === undefined
      ? `No week begins on the same date ${shift}: compare with a number of weeks`
      : `No week begins on the same date ${shift}: compare with ${52 * Number(years)} weeks ago`
  })
}
