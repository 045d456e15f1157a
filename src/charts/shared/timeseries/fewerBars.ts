import type { TimeseriesForm } from './formData.ts'
import type { Series, TimeseriesModel } from './model.ts'

/** More bars are thinner than a pixel, and drawing them takes seconds. */
const most = { rows: 1000, leastRows: 500, bars: 3000 }
/** With a slider a part of them can be drawn wider. */
const mostWithSlider = 4000

/** A model with few enough rows for bars, and the sentence that says what is left out; it is empty if nothing is. */
export interface FewerBars {
  model: TimeseriesModel
  note: string
}

/**
 * Bars over time keep the highest of so many that follow each other; of other categories, which have an order of their
 * own, the first ones are drawn.
 */
export function fewerBars(form: TimeseriesForm, model: TimeseriesModel): FewerBars {
  const rows = model.x.length
  const mostRows = form.zoomable ? mostWithSlider : mostRowsOf(model)
  // the rows of a forecast are read by their place in the result
  if (form.seriesType !== 'bar' || form.forecastEnabled || rows <= mostRows) return { model, note: '' }
  if (model.xType !== 'time') {
    const note = `The first ${mostRows} of ${rows} categories`
    return { model: withRows(model, [...model.x.keys()].slice(0, mostRows)), note }
  }
  const each = Math.ceil(rows / mostRows)
  const note = `Of every ${each} times, the one with the highest bar`
  return { model: withRows(model, highestOf(model, form.stack !== null, each)), note }
}

const mostRowsOf = ({ series }: TimeseriesModel) =>
  Math.max(most.leastRows, Math.min(most.rows, Math.floor(most.bars / Math.max(1, series.length))))

function withRows(model: TimeseriesModel, rows: number[]): TimeseriesModel {
  return {
    ...model,
    x: rows.map((row) => model.x[row] ?? null),
    series: model.series.map((one) => ({ ...one, values: rows.map((row) => one.values[row] ?? null) })),
  }
}

function highestOf({ x, series }: TimeseriesModel, isStacked: boolean, each: number): number[] {
  const found: number[] = []
  for (let from = 0; from < x.length; from += each) {
    let highest = from
    let height = -1
    for (let row = from; row < Math.min(x.length, from + each); row += 1) {
      const own = isStacked ? sumAt(series, row) : largestAt(series, row)
      if (own > height) [highest, height] = [row, own]
    }
    found.push(highest)
  }
  return found
}

function sumAt(series: Series[], row: number): number {
  let sum = 0
  for (const { values } of series) sum += Math.abs(values[row] ?? 0)
  return sum
}

function largestAt(series: Series[], row: number): number {
  let largest = 0
  for (const { values } of series) largest = Math.max(largest, Math.abs(values[row] ?? 0))
  return largest
}
