import Supercluster from 'supercluster'
import { columnLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { readCombined } from '../shared/maps/combined.ts'
import { mapNumber } from '../shared/maps/mapNumber.ts'
import { readPositions, type Spatial } from '../shared/maps/spatial.ts'
import { boundsOf, boxOfView, pixelsOfMeter, type Viewport } from '../shared/maps/viewport.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { cellsOf, numberOf } from '../shared/plot/cells.ts'
import { readOnce } from '../shared/readOnce.ts'
import { labelOf, radiusColumn } from './columns.ts'
import type { MapboxForm } from './query.ts'

type Input = Pick<DrawInput<MapboxForm>, 'formData' | 'data' | 'datasource'>

/**
 * Running sums of the labels of points, from which all aggregates are computed. Labels that are not numbers are
 * ignored.
 */
interface Sums {
  sum: number
  mean: number
  /**
   * sum of squared differences from the mean: squares of the values themselves would lose precision if they are large
   */
  squares: number
  least: number
  most: number
  numbers: number
  /** number of points in the data: a cell of the query contains several */
  points: number
}

interface PointProperties extends Sums {
  row: number
}

/** Beyond this zoom, each point is separate. */
const closestClusters = 16

const noSums: Omit<Sums, 'points'> = { sum: 0, mean: 0, squares: 0, least: Infinity, most: -Infinity, numbers: 0 }

const sumsOf = (value: number | null, points: number): Sums =>
  value === null
    ? { ...noSums, points }
    : { sum: value, mean: value, squares: 0, least: value, most: value, numbers: 1, points }

/** The columns of a place in the result. */
function spatialOf({ all_columns_x: x, all_columns_y: y }: MapboxForm): Spatial | undefined {
  if (x === undefined || y === undefined) return undefined
  return { type: 'latlong', longitude: columnLabel(x), latitude: columnLabel(y), reversed: false }
}

export const readPoints = readOnce(({ formData: form, data }: Input) => {
  const [answer] = data
  const spatial = spatialOf(form)
  const { values, missing } = readPositions(answer, spatial)
  const combined = readCombined(answer)
  const labels = cellsOf(answer, labelOf(form))
  const rows = Array.from({ length: answer?.rowcount ?? 0 }, (_, row) => row).filter(
    (row) => !Number.isNaN(values[row * 2]!),
  )
  const placeOf = (row: number): Circle['place'] => {
    const longitude = values[row * 2]!
    return [longitude - 360 * Math.round(longitude / 360), values[row * 2 + 1]!]
  }
  const numbers = labels.map(numberOf)
  const index = new Supercluster<PointProperties, Sums>({
    // the world is 512 px wide at zoom 0, as it is drawn
    extent: 512,
    radius: Math.max(0, form.clustering_radius),
    maxZoom: closestClusters,
    map: ({ sum, mean, squares, least, most, numbers, points }) => ({
      sum,
      mean,
      squares,
      least,
      most,
      numbers,
      points,
    }),
    reduce: (all, one) => {
      all.points += one.points
      if (one.numbers === 0) return
      // Chan's formula
      const numbers = all.numbers + one.numbers
      const difference = one.mean - all.mean
      all.squares += one.squares + (difference * difference * all.numbers * one.numbers) / numbers
      all.mean += (difference * one.numbers) / numbers
      all.sum += one.sum
      all.least = Math.min(all.least, one.least)
      all.most = Math.max(all.most, one.most)
      all.numbers = numbers
    },
  })
  index.load(
    rows.map((row) => ({
      type: 'Feature',
      properties: { row, ...sumsOf(numbers[row] ?? null, combined?.counts[row] ?? 1) },
      geometry: { type: 'Point', coordinates: placeOf(row) },
    })),
  )
  return {
    index,
    rows,
    missing,
    combined,
    hasPlaces: spatial !== undefined,
    bounds: boundsOf(new Float64Array(rows.flatMap(placeOf))),
    radii: cellsOf(answer, radiusColumn(form)).map(numberOf),
    labels,
  }
})

/** One circle: a point, or several that are near each other. */
export interface Circle {
  place: [longitude: number, latitude: number]
  /** in px */
  radius: number
  /** undefined for a single point without a label */
  label: string | undefined
  /** row of a single point, otherwise -1 */
  row: number
  /** number of points */
  count: number
  /** id of the cluster; absent for a single row of the result */
  cluster?: number
}

/** Radius in px of a point whose row has no radius. */
const plainRadius = 6
/** Minimum radius in px of a point, so that a point with a label always has a visible circle. */
const leastPoint = 2.5
/** Minimum and maximum radius in px of circles of several points. */
const [leastRadius, mostRadius] = [11, 34]
/** Margin in px around the places if a map shows all of them: room for the largest circles of several points. */
export const aroundCircles = mostRadius + 4
const metersOf = { Pixels: undefined, Kilometers: 1000, Miles: 1609.34 } as const

/** An aggregate of the labels in a circle; null if none of them is a number. */
function aggregateOf(
  { sum, mean, squares, least, most, numbers }: Sums,
  by: MapboxForm['pandas_aggfunc'],
): number | null {
  if (numbers === 0) return null
  const variance = squares / numbers
  switch (by) {
    case 'sum':
      return sum
    case 'mean':
      return mean
    case 'min':
      return least
    case 'max':
      return most
    case 'var':
      return variance
    case 'std':
      return Math.sqrt(variance)
  }
}

/** The circles in the visible part of a map of this size. */
export function circlesIn(input: Input, view: Viewport, size: { width: number; height: number }): Circle[] {
  const { formData: form, datasource } = input
  const { index, radii, labels, combined } = readPoints(input)
  const label = labelOf(form)
  const format = metricFormat({}, datasource, label)
  // a tilted or rotated map shows a larger area
  const around = view.pitch > 0 || view.bearing !== 0 ? 2 : 1.25
  const shown = { width: size.width * around, height: size.height * around }
  const found = index.getClusters(boxOfView(view, shown, shown), Math.round(view.zoom))
  const valueOf = (properties: Sums) =>
    (label === undefined ? null : aggregateOf(properties, form.pandas_aggfunc)) ?? properties.points
  /** whether a circle represents several points */
  const isSeveral = (properties: object) => 'cluster' in properties || combined !== undefined
  const values = found.flatMap(({ properties }) => (isSeveral(properties) ? Math.abs(valueOf(properties)) : []))
  const most = values.reduce((largest, value) => Math.max(largest, value), 0)
  return found.map(({ properties, geometry }): Circle => {
    const place = geometry.coordinates as Circle['place']
    if ('cluster' in properties || combined !== undefined) {
      const value = valueOf(properties)
      const part = most > 0 ? Math.sqrt(Math.abs(value) / most) : 0
      const radius = leastRadius + (mostRadius - leastRadius) * part
      const circle = { place, radius, label: mapNumber(format, value), row: -1, count: properties.points }
      return 'cluster' in properties ? { ...circle, cluster: properties.cluster_id } : circle
    }
    const { row, numbers, sum } = properties
    const text = labels[row] ?? null
    return {
      place,
      radius: radiusOf(form, radii[row] ?? null, { zoom: view.zoom, latitude: place[1] }),
      label: text === null ? undefined : numbers > 0 ? mapNumber(format, sum) : String(text),
      row,
      count: 1,
    }
  })
}

function radiusOf(form: MapboxForm, radius: number | null, at: { zoom: number; latitude: number }): number {
  if (radius === null || radius < 0) return plainRadius
  const meters = metersOf[form.point_radius_unit]
  return Math.max(leastPoint, meters === undefined ? radius : radius * meters * pixelsOfMeter(at.zoom, at.latitude))
}

/** The zoom at which the points of a circle become separate. */
export const zoomOf = (input: Input, cluster: number): number =>
  readPoints(input).index.getClusterExpansionZoom(cluster)
