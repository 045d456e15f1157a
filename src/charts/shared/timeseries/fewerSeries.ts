import { GenericType } from '../../../model/dataset/dataset.ts'
import { worded } from '../../../model/language/written.ts'
import type { ChartData } from '../../../model/query/chartData.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import { markedText } from '../../../model/query/markedText.ts'
import type { DrawInput } from '../contract.ts'
import { cellsOf, numbersOf } from '../plot/cells.ts'
import type { TimeseriesForm } from './formData.ts'
import type { DrawnRows } from './largeResult.ts'
import { readTimeseries, type Series, type TimeseriesModel } from './model.ts'
import { type DrawnForm, drawnSeries, fewValues } from './moreSeries.ts'
import { drawsOthers } from './others.ts'

export { moreSeries } from './moreSeries.ts'

/**
 * A model with a limited number of series, and a sentence about how many are left out. The series with the largest sums
 * remain, in their order, together with their comparison series.
 */
export function fewerSeries(form: TimeseriesForm & DrawnForm, model: TimeseriesModel): DrawnRows {
  const most = drawnSeries(form)
  const all = model.series.length
  if (form.groupby.length === 0 || all <= most || all * model.x.length <= fewValues) return { model, note: '' }
  const sizes = new Map<string, number>()
  for (const one of model.series) sizes.set(one.original, (sizes.get(one.original) ?? 0) + sizeOf(one))
  const perName = Math.max(1, Math.round(all / sizes.size))
  const names = [...sizes].toSorted(([, one], [, other]) => other - one).slice(0, Math.floor(most / perName))
  const kept = new Set(names.map(([name]) => name))
  const series = model.series.filter(({ original }) => kept.has(original))
  return { model: { ...model, series }, note: `The ${series.length} largest of ${all} series` }
}

/**
 * The model with one more series for each metric that adds up: the difference between all rows at a position of the x
 * axis and the drawn series. Unchanged if no limit left series out.
 */
export function withOthers(
  { formData: form, data }: Pick<DrawInput<TimeseriesForm>, 'formData' | 'data'>,
  model: TimeseriesModel,
): TimeseriesModel {
  const [main, all] = data
  const sums = main?.left_out?.sums
  if (!sums || !all || !drawsOthers(form)) return model
  const rowOf = rowsByPlace(placesOf(all, model))
  const metrics = form.metrics.map(metricLabel).filter((name) => Object.hasOwn(sums, name))
  const rest = metrics.map((metric): Series => {
    const totals = numbersOf(all, metric)
    const own = model.series.filter((one) => one.metric === metric)
    const label = form.metrics.length === 1 ? worded('Other') : `${metric}, ${worded('Other')}`
    const values = model.x.map((place, at) => {
      const total = totals[rowOf.get(place) ?? -1] ?? null
      return total === null ? null : own.reduce((left, { values }) => left - (values[at] ?? 0), total)
    })
    // another series may already have this name
    const names = { name: `${label} (limit)`, label, colorLabel: label, original: label }
    return { ...names, metric, groupValues: [], offset: undefined, values }
  })
  const isTaken = rest.some(({ label }) => model.series.some((one) => one.label === label))
  const named = isTaken
    ? rest.map((one) => ({ ...one, label: one.name, colorLabel: one.name, original: one.name }))
    : rest
  return { ...model, series: [...model.series, ...named] }
}

/** The rows of "View as table": those of the first query, with a column for each series that combines the rest. */
export function rowsWithOthers(input: Pick<DrawInput<TimeseriesForm>, 'formData' | 'data' | 'datasource'>): ChartData {
  const main = input.data[0]!
  if (!drawsOthers(input.formData)) return main
  const read = readTimeseries(input)
  const rest = withOthers(input, read).series.slice(read.series.length)
  const rowOf = rowsByPlace(read.x)
  // the chart may order its rows differently
  const rows = placesOf(main, read).map((place) => rowOf.get(place) ?? -1)
  return {
    ...main,
    colnames: [...main.colnames, ...rest.map(({ label }) => label)],
    coltypes: [...main.coltypes, ...rest.map(() => GenericType.numeric)],
    columns: [...main.columns, ...rest.map(({ values }) => rows.map((row) => values[row] ?? null))],
  }
}

/** The positions of the rows on the x axis. */
const placesOf = (data: ChartData, { xName, xType }: TimeseriesModel) =>
  cellsOf(data, xName).map((value) => (xType === 'category' ? markedText(value) : value))

const rowsByPlace = (places: readonly unknown[]) => new Map(places.map((place, row) => [place, row]))

function sizeOf({ values }: Series): number {
  let size = 0
  for (const value of values) size += Math.abs(value ?? 0)
  return size
}
