import type { DrawInput } from '../shared/contract.ts'
import { seriesFormOf } from '../shared/legacySeries/seriesForm.ts'
import { readTimeseries, type TimeseriesModel } from '../shared/timeseries/model.ts'
import type { RoseForm } from './query.ts'

type Result = Pick<DrawInput<RoseForm>, 'formData' | 'data' | 'datasource'>

/** One wedge for each time, with the length of each series in it, from the center outwards. */
export interface Wedges {
  model: TimeseriesModel
  /** by series, then by time: the length of the part; missing and negative values have none */
  lengths: number[][]
  /** number of earlier times that are not shown */
  earlier: number
}

/** Maximum number of wedges: with more, each would be thinner than a degree. */
export const mostTimes = 366

const latest = (model: TimeseriesModel, from: number): TimeseriesModel => ({
  ...model,
  x: model.x.slice(from),
  series: model.series.map((one) => ({ ...one, values: one.values.slice(from) })),
})

/** With proportional areas, the outer radius of a part is the square root of the sum of the values up to it. */
export function wedgesOf({ formData: form, data, datasource }: Result): Wedges {
  const whole = readTimeseries({ formData: seriesFormOf(form, datasource), data, datasource })
  const earlier = Math.max(0, whole.x.length - mostTimes)
  const model = earlier === 0 ? whole : latest(whole, earlier)
  const sums = model.x.map(() => 0)
  const radius = (sum: number) => (form.rose_area_proportion ? Math.sqrt(sum) : sum)
  const lengths = model.series.map(({ values }) =>
    values.map((value, at) => {
      const inner = sums[at] ?? 0
      const outer = inner + Math.max(0, value ?? 0)
      sums[at] = outer
      return radius(outer) - radius(inner)
    }),
  )
  return { model, lengths, earlier }
}
