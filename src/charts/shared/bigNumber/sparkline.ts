export type SparkPoint = [time: number, value: number | null]

interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Spark {
  points: SparkPoint[]
  fromZero: boolean
  /** first and last time of the axis; by default those of the points */
  domain?: [number, number]
}

/** SVG path data of a smooth line and of the area under it. Gaps split the line. */
export function sparkline(spark: Spark, box: Box): { line: string; area: string } {
  const values = spark.points.map(([, value]) => value).filter((value) => value !== null)
  if (values.length === 0) return { line: '', area: '' }
  const lowest = Math.min(...values)
  const highest = Math.max(...values)
  const min = spark.fromZero ? Math.min(0, lowest) : lowest
  const max = spark.fromZero ? Math.max(0, highest) : highest
  const [start, end] = spark.domain ?? [spark.points[0]![0], spark.points.at(-1)![0]]
  const stroke = 1
  const x = (time: number) => box.left + (end === start ? 0.5 : (time - start) / (end - start)) * box.width
  const y = (value: number) =>
    box.top + stroke + (max === min ? 0.5 : (max - value) / (max - min)) * (box.height - 2 * stroke)
  const floor = box.top + box.height

  const lines: string[] = []
  const areas: string[] = []
  for (const part of withoutGaps(spark.points)) {
    const path = monotone(part.map(([time, value]) => [x(time), y(value)]))
    const [first, last] = [part[0]!, part.at(-1)!]
    lines.push(path)
    areas.push(`${path}L${round(x(last[0]))},${round(floor)}L${round(x(first[0]))},${round(floor)}Z`)
  }
  return { line: lines.join(''), area: areas.join('') }
}

function withoutGaps(points: SparkPoint[]): [number, number][][] {
  const parts: [number, number][][] = [[]]
  for (const [time, value] of points) {
    if (value === null) parts.push([])
    else parts.at(-1)!.push([time, value])
  }
  return parts.filter((part) => part.length > 1)
}

/**
 * A curve through the points that never overshoots them (Fritsch-Carlson: the slope at a point is limited by the slopes
 * on both sides, and 0 at an extremum).
 */
function monotone(points: [number, number][]): string {
  const slopes = points.map((_point, index) => slopeAt(points, index))
  let path = `M${round(points[0]![0])},${round(points[0]![1])}`
  for (let index = 1; index < points.length; index += 1) {
    const [x0, y0] = points[index - 1]!
    const [x1, y1] = points[index]!
    const third = (x1 - x0) / 3
    path += `C${round(x0 + third)},${round(y0 + slopes[index - 1]! * third)},${round(x1 - third)},${round(y1 - slopes[index]! * third)},${round(x1)},${round(y1)}`
  }
  return path
}

function slopeAt(points: [number, number][], index: number): number {
  const before = slopeBetween(points[index - 1], points[index])
  const after = slopeBetween(points[index], points[index + 1])
  if (before === undefined || after === undefined) return before ?? after ?? 0
  if (before * after <= 0) return 0
  return (2 * before * after) / (before + after)
}

function slopeBetween(one: [number, number] | undefined, other: [number, number] | undefined): number | undefined {
  if (one === undefined || other === undefined || other[0] === one[0]) return undefined
  return (other[1] - one[1]) / (other[0] - one[0])
}

const round = (value: number) => Math.round(value * 10) / 10
