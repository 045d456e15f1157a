import type { DrawInput } from '../contract.ts'
import { notesBelow } from '../note.ts'
import type { TimeseriesForm } from './formData.ts'
import { labelledWhole } from './labelPlan.ts'
import type { Series, TimeseriesModel } from './model.ts'
import { type Losses, lonePoints } from './series.ts'
import { unmatchedWeeks } from './unmatchedWeeks.ts'

/** With more rows, a line is thinned to the available pixels and has no markers, and points are drawn in bulk. */
const manyRows = 2000
/** Rows per px from which a line is thinned, on a screen with up to two dots per px. */
const rowsPerPixel = 3
/** With more bars, they are drawn in bulk, this many per frame. */
const manyBars = 3000
/** A series with fewer bars is never drawn in bulk: the default of ECharts. */
const bulkBars = 400
/** Number of points drawn per frame. */
const pointsPerFrame = 5000
/**
 * Size in px of points if there are more than fit in one frame: larger ones would hide each other and take five times
 * as long.
 */
const smallPoint = 3
/** With more points in total, lines are not curved. */
const manyCurved = 5000
/** With more points in total, only the lines are drawn. */
const manyPoints = 20_000

/**
 * Simplifications for a large result. `size` is the size of the chart. Some limits apply to rows, others to the marks
 * of all series.
 */
export function lossesOf(
  { seriesType, orientation, markerSize }: TimeseriesForm,
  rows: number,
  series: number,
  size: { width: number; height: number },
): Losses {
  const points = rows * series
  switch (seriesType) {
    case 'bar': {
      const hasNoMarks = points > manyBars && rows >= bulkBars
      return { hasNoMarks, bulk: hasNoMarks ? { progressive: Math.ceil(manyBars / series) } : undefined }
    }
    case 'scatter':
      return {
        hasNoMarks: rows > manyRows,
        bulk: rows > manyRows ? { progressive: pointsPerFrame, progressiveThreshold: manyRows } : undefined,
        pointSize: rows > pointsPerFrame && markerSize > smallPoint ? smallPoint : undefined,
      }
    default:
      return {
        isThinned: rows > manyRows && rows >= rowsPerPixel * (orientation === 'horizontal' ? size.height : size.width),
        isStraight: seriesType === 'smooth' && points > manyCurved,
        hasNoMarks: rows > manyRows || points > manyPoints,
      }
  }
}

/**
 * Limits of a bar chart: with more bars, each would be thinner than a pixel, and drawing them would take seconds.
 * `leastRows` are drawn even if there are many series.
 */
const most = { rows: 1000, leastRows: 500, bars: 3000 }
/** Maximum number of rows with a slider, which can show a part of the bars wider. */
const mostWithSlider = 4000

/** The part of a model that is drawn, and a sentence about what is left out; empty if nothing is left out. */
export interface DrawnRows {
  model: TimeseriesModel
  note: string
}

/** A note below the marks about what is not drawn. `charts`: the charts of a mixed chart, otherwise one. */
export function leftOut(
  charts: (DrawnRows & { form: TimeseriesForm })[],
  place: Pick<DrawInput<unknown>, 'theme' | 'size'>,
): ReturnType<typeof notesBelow> {
  const sentences = new Set(
    charts.flatMap((chart) => [
      chart.note,
      ...lossTexts(chart, place.size),
      ...unmatchedWeeks(chart.form, chart.model),
    ]),
  )
  return notesBelow([...sentences], place)
}

const thinnedTexts = {
  time: (rows: number) => `Of ${rows} times, about one per pixel is drawn`,
  number: (rows: number) => `Of ${rows} values, about one per pixel is drawn`,
  category: (rows: number) => `Of ${rows} categories, about one per pixel is drawn`,
}

function lossTexts({ form, model }: DrawnRows & { form: TimeseriesForm }, size: { width: number; height: number }) {
  const [rows, count] = [model.x.length, model.series.length]
  const { isThinned, isStraight, hasNoMarks, pointSize } = lossesOf(form, rows, count, size)
  const isLine = form.seriesType !== 'bar' && form.seriesType !== 'scatter'
  const lone = isLine && hasNoMarks ? model.series.reduce((sum, { values }) => sum + lonePoints(values).length, 0) : 0
  return [
    isThinned ? thinnedTexts[model.xType](rows) : '',
    isStraight ? 'Straight lines instead of curves' : '',
    pointSize !== undefined ? `Points of ${pointSize} px instead of ${form.markerSize}` : '',
    hasNoMarks ? missingMarks(form, isLine) : '',
    form.show_value && !hasNoMarks && rows * count > labelledWhole ? 'Value labels only at extremes and ends' : '',
    lone === 1 ? 'Not shown: 1 isolated value between gaps' : '',
    lone > 1 ? `Not shown: ${lone} isolated values between gaps` : '',
  ]
}

function missingMarks({ seriesType, markerEnabled, show_value }: TimeseriesForm, isLine: boolean): string {
  if (isLine && markerEnabled)
    return show_value ? 'Too many points for markers and value labels' : 'Too many points for markers'
  if (!show_value) return ''
  return seriesType === 'bar' ? 'Too many bars for value labels' : 'Too many points for value labels'
}

/**
 * For bars over time, each run of consecutive rows is reduced to its highest bar. Other categories have their own
 * order: the first ones are drawn.
 */
export function fewerBars(form: TimeseriesForm, model: TimeseriesModel): DrawnRows {
  const rows = model.x.length
  const mostRows = form.zoomable ? mostWithSlider : mostRowsOf(model)
  // forecasts refer to rows by their index in the result
  if (form.seriesType !== 'bar' || form.forecastEnabled || rows <= mostRows) return { model, note: '' }
  if (model.xType !== 'time') {
    const note = `The first ${mostRows} of ${rows} categories`
    return { model: withRows(model, [...model.x.keys()].slice(0, mostRows)), note }
  }
  const each = Math.ceil(rows / mostRows)
  const note = `Only the highest of every ${each} bars is drawn`
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
