import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import { type GroupValue, readGroups, readMetric } from './groups.ts'
import { pausesAfter, type Steps } from './steps.ts'

/** A weighted link between two names. */
export interface Link {
  source: string
  target: string
  value: number
  /** the values of both ends, for filters */
  ends: [source: GroupValue, target: GroupValue]
  /** the row of its first occurrence */
  row: number
}

/**
 * The links of a result; rows with the same source and target are summed. Rows whose value is missing or not above zero
 * are ignored. The links are in the order of their rows if the query has an order, otherwise sorted by their names: a
 * query without an order may return its rows in a different order each time.
 */
export function* readLinks(
  answer: ChartData | undefined,
  ends: [source: QueryColumn | undefined, target: QueryColumn | undefined],
  metric: QueryMetric | undefined,
  hasOrder: boolean,
): Steps<Link[]> {
  const [from, to] = ends
  if (from === undefined || to === undefined) return []
  const [sources, targets] = [readGroups(answer, [from]), readGroups(answer, [to])]
  const links: Link[] = []
  const known = new Map<string, Map<string, Link>>()
  for (const [row, value] of readMetric(answer, metric).entries()) {
    if (pausesAfter(row)) yield
    const [source, target] = [sources.texts(row)[0], targets.texts(row)[0]]
    if (value === null || value <= 0 || source === undefined || target === undefined) continue
    const from = known.get(source) ?? new Map<string, Link>()
    const link = from.get(target)
    if (link) link.value += value
    else {
      const values: Link['ends'] = [sources.values(row)[0] ?? null, targets.values(row)[0] ?? null]
      const added = { source, target, value, ends: values, row }
      links.push(added)
      known.set(source, from.set(target, added))
    }
  }
  if (hasOrder) return links
  return [...known.keys()].toSorted().flatMap((source) => {
    const ofSource = known.get(source)!
    return [...ofSource.keys()].toSorted().map((target) => ofSource.get(target)!)
  })
}

/** The strongest links, in their original order: with more links, the picture would not be legible. */
export function strongestLinks(links: Link[], most: number): Link[] {
  if (links.length <= most) return links
  const kept = new Set(links.toSorted((one, other) => other.value - one.value).slice(0, most))
  return links.filter((link) => kept.has(link))
}

/** The names at the ends of links, in the order of first appearance. */
export const namesOf = (links: Link[]): string[] => [
  ...new Set(links.flatMap(({ source, target }) => [source, target])),
]
