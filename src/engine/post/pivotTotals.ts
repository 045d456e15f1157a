import type { Cell, Frame } from '../frame.ts'

/** A row or column of a pivot whose totals were computed by the database. */
export interface TotalLine {
  key: string[]
  /** positions of the plain rows or columns that it covers */
  leaves: readonly number[]
  /** number of dimensions that it is grouped by */
  depth: number
  /** the values of these dimensions */
  group: readonly string[]
}

interface PlainLine {
  key: string[]
  metric: number | null
}

export interface LineOptions {
  dimensions: number
  metrics: 'none' | 'outermost' | 'innermost'
  subtotals: boolean
  subtotalsFirst: boolean
  total: boolean
}

/**
 * The lines of one axis, with subtotals and a total for each metric: totals of different metrics are never added up.
 * `kept`: positions of the plain lines, sorted by key.
 */
export function totalLines(plain: readonly PlainLine[], kept: readonly number[], options: LineOptions): TotalLine[] {
  const { dimensions, metrics } = options
  const keyOf = (at: number) => (plain[at] as PlainLine).key
  const offset = metrics === 'outermost' ? 1 : 0
  const width = Math.max(1, dimensions + (metrics === 'none' ? 0 : 1))
  const leaf = (at: number): TotalLine => ({
    key: dimensions + offset === 0 && metrics === 'none' ? ['Total'] : keyOf(at),
    leaves: [at],
    depth: dimensions,
    group: keyOf(at).slice(offset, offset + dimensions),
  })
  const ended = (among: readonly number[], depth: number, word: string): TotalLine[] => {
    const start = keyOf(among[0] as number).slice(0, offset + depth)
    const group = start.slice(offset)
    const filled = (end: string[]) => [
      ...start,
      word,
      ...Array.from({ length: width - start.length - 1 - end.length }, () => ''),
      ...end,
    ]
    if (metrics !== 'innermost') return [{ key: filled([]), leaves: among, depth, group }]
    return split(among, (at) => String((plain[at] as PlainLine).metric)).map((leaves) => ({
      key: filled([keyOf(leaves[0] as number).at(-1) ?? '']),
      leaves,
      depth,
      group,
    }))
  }
  const below = (among: readonly number[], depth: number): TotalLine[] => {
    if (depth >= dimensions) return among.map(leaf)
    return split(among, (at) => keyOf(at)[offset + depth] ?? '').flatMap((own) => {
      const inner = below(own, depth + 1)
      if (!options.subtotals || depth + 1 === dimensions) return inner
      const subtotal = ended(own, depth + 1, 'Subtotal')
      return options.subtotalsFirst ? [...subtotal, ...inner] : [...inner, ...subtotal]
    })
  }
  const tables =
    metrics === 'outermost' ? split(kept, (at) => String((plain[at] as PlainLine).metric)) : kept.length ? [kept] : []
  return tables.flatMap((own) => [...below(own, 0), ...(options.total && dimensions > 0 ? ended(own, 0, 'Total') : [])])
}

/** Positions with equal names, in the order in which the names occur. */
function split(positions: readonly number[], nameOf: (at: number) => string): number[][] {
  const found = new Map<string, number[]>()
  for (const at of positions) {
    const own = found.get(nameOf(at))
    if (own) own.push(at)
    else found.set(nameOf(at), [at])
  }
  return [...found.values()]
}

export interface TotalsInput {
  frames: readonly Frame[]
  rows: readonly string[]
  columns: readonly string[]
  metrics: readonly string[]
  /** the values of a dimension as texts, by record */
  textsOf: (frame: Frame, dimension: string) => string[]
}

/** Finds the total of a row and a column; undefined if its level was not requested. */
export function totalsReader({ frames, rows, columns, metrics, textsOf }: TotalsInput) {
  const isMetric = new Set(metrics)
  const nameKey = (names: readonly string[]) => JSON.stringify([...new Set(names)].toSorted())
  const levels = new Map(
    frames.map((frame) => [
      nameKey(frame.columns.map(({ name }) => String(name)).filter((name) => !isMetric.has(name))),
      frame,
    ]),
  )
  const read = new Map<string, Map<string, number>>()
  return (row: TotalLine, column: TotalLine, metric: string): Cell | undefined => {
    const names = [...rows.slice(0, row.depth), ...columns.slice(0, column.depth)]
    const frame = levels.get(nameKey(names))
    if (!frame) return undefined
    const level = `${row.depth} ${column.depth}`
    let places = read.get(level)
    if (!places) {
      const texts = names.map((name) => textsOf(frame, name))
      places = new Map(
        Array.from({ length: frame.rowCount }, (_, record) => [
          JSON.stringify(texts.map((values) => values[record] ?? '')),
          record,
        ]),
      )
      read.set(level, places)
    }
    const record = places.get(JSON.stringify([...row.group, ...column.group]))
    if (record === undefined) return null
    return frame.columns.find(({ name }) => String(name) === metric)?.values[record] ?? null
  }
}
