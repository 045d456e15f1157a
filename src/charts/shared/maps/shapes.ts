import { geohashRanges } from '../../../model/geography/geohash.ts'
import { decodePolyline } from '../../../model/geography/polyline.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { isRecord } from '../../../model/wire/json.ts'
import { cellsOf } from '../plot/cells.ts'
import { gapOf } from './fewerPoints.ts'
import { type Area, type Line, readGeoJson, readShape, type Shape } from './readShape.ts'
import { type UncrossingWork, workOfMap } from './uncrossed.ts'

export type { Area, Line, Point } from './readShape.ts'

/** Reads lines and areas from cells: lists of points as JSON, encoded polylines, geohashes, or GeoJSON. */

export type Encoding = 'json' | 'polyline' | 'geohash'

/** The marks of the rows of a result. A row can have several marks. */
export interface Marks<Mark> {
  /** the row of each mark */
  rows: number[]
  marks: Mark[]
  /** number of rows without a valid shape */
  missing: number
  /** number of rows whose shapes have more text or points than a browser can draw */
  tooLarge: number
}

/** Maximum characters of one cell, and of all cells: 10 MB take a tenth of a second to read. */
const [mostCharacters, mostOfAll] = [10_000_000, 60_000_000]
/** Maximum points of all rows. */
const mostPoints = 1_000_000

interface Reading<Mark> {
  column: string | undefined
  encoding: Encoding
  /** the marks of a cell; undefined if it is not valid */
  read: (cell: JsonCell, work: UncrossingWork) => Mark[] | 'tooLarge' | undefined
  pointsOf: (mark: Mark) => number
}

function readMarks<Mark>(
  answer: ChartData | undefined,
  { column, encoding, read, pointsOf }: Reading<Mark>,
): Marks<Mark> {
  const found: Marks<Mark> = { rows: [], marks: [], missing: 0, tooLarge: 0 }
  const work = workOfMap()
  let [points, characters] = [0, 0]
  for (const [row, cell] of cellsOf(answer, column).entries()) {
    if (typeof cell === 'string') {
      const isTooLong = cell.length > mostCharacters || characters + cell.length > mostOfAll
      if (isTooLong || (encoding === 'json' && hasMorePoints(cell, mostPoints - points))) {
        found.tooLarge += 1
        continue
      }
      characters += cell.length
    }
    const marks = cell === null || cell === '' ? [] : (read(cell, work) ?? [])
    const count = marks === 'tooLarge' ? 0 : marks.reduce((sum, mark) => sum + pointsOf(mark), 0)
    if (marks.length === 0) found.missing += 1
    else if (marks === 'tooLarge' || points + count > mostPoints) found.tooLarge += 1
    else {
      points += count
      for (const mark of marks) {
        found.rows.push(row)
        found.marks.push(mark)
      }
    }
  }
  return found
}

/** Minimum points of a shape for each of its brackets: a line of two points in a list of lines has three. */
const pointsOfBracket = 0.6
/** Number of brackets around all points of a shape, including those of GeoJSON. */
const outerBrackets = 8
const bracket = '['.charCodeAt(0)

/** Whether the text of a shape certainly has more points, found without reading it. */
function hasMorePoints(text: string, most: number): boolean {
  const mostBrackets = most / pointsOfBracket + outerBrackets
  // a point has five characters: [1,2]
  if (text.length < 5 * mostBrackets) return false
  let brackets = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== bracket) continue
    brackets += 1
    if (brackets > mostBrackets) return true
  }
  return false
}

interface Written {
  column: string | undefined
  encoding: Encoding
  /** the latitude is first */
  reversed: boolean
}

const lengthOf = (line: Line) => line.length
const sizeOf = (area: Area) => area.reduce((sum, ring) => sum + ring.length, 0)

/** The lines of the rows. Areas are drawn as their outlines. */
export const readLines = (answer: ChartData | undefined, { column, encoding, reversed }: Written): Marks<Line> =>
  readMarks(answer, {
    column,
    encoding,
    read: (cell, work) => {
      const shape = readShape(decode(cell, encoding), { reversed, work, gap: 0 }, 'line')
      return shape && [...shape.lines, ...shape.areas.flat()]
    },
    pointsOf: lengthOf,
  })

/** The areas of the rows. */
export const readAreas = (answer: ChartData | undefined, { column, encoding, reversed }: Written): Marks<Area> =>
  readMarks(answer, {
    column,
    encoding,
    read: (cell, work) => {
      const value = decode(cell, encoding)
      const gap = gapOf(value)
      return gap === undefined ? 'tooLarge' : readShape(value, { reversed, work, gap }, 'area')?.areas
    },
    pointsOf: sizeOf,
  })

/** The GeoJSON features of the rows. */
export const readFeatures = (answer: ChartData | undefined, column: string | undefined): Marks<Shape> =>
  readMarks(answer, {
    column,
    encoding: 'json',
    read: (cell, work) => {
      const value = decode(cell, 'json')
      if (!isRecord(value)) return undefined
      const gap = gapOf(value)
      return gap === undefined ? 'tooLarge' : readGeoJson(value, { reversed: false, work, gap }, {})
    },
    pointsOf: ({ points, lines, areas }) =>
      points.length +
      lines.reduce((sum, line) => sum + line.length, 0) +
      areas.reduce((sum, area) => sum + sizeOf(area), 0),
  })

/** The value that a cell contains; undefined if it cannot be read. */
function decode(cell: JsonCell, encoding: Encoding): unknown {
  if (encoding === 'polyline') return typeof cell === 'string' ? decodePolyline(cell) : undefined
  if (encoding === 'geohash') return boxOf(String(cell))
  if (typeof cell !== 'string') return cell
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

function boxOf(geohash: string): Line | undefined {
  const ranges = geohashRanges(geohash.trim())
  if (ranges === undefined || geohash.trim() === '') return undefined
  const [[west, east], [south, north]] = ranges
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ]
}

/** The coordinates of lines, alternating, to find the box around them. */
export function flatPositions(lines: readonly Line[]): Float64Array {
  const values = new Float64Array(lines.reduce((sum, line) => sum + line.length * 2, 0))
  let at = 0
  for (const line of lines) {
    for (const [x, y] of line) {
      values[at] = x
      values[at + 1] = y
      at += 2
    }
  }
  return values
}
