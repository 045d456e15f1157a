import type { Column, Frame } from '../frame.ts'
import { columnsNamed, requireColumns } from './columns.ts'
import { refuse } from './error.ts'
import { compose, decompose, encodeKeys, type Groups, groupRows, type Keys, oneGroup } from './groups.ts'
import { nameList, type Options } from './options.ts'
import { readAggregates, reduceColumn } from './reduce.ts'

/**
 * Groups the rows and computes one value per aggregate and group, groups sorted ascending by key. Rows with a missing
 * key belong to no group. Without keys there is one row.
 */
export function aggregate(frame: Frame, options: Options): Frame {
  const by = nameList(options, 'groupby')
  requireColumns(frame, by)
  const aggregates = readAggregates(frame, options)
  if (aggregates.length === 0) return refuse('Aggregate operation must include at least one aggregate')
  const { groups, columns } = groupBy(frame, by)
  const reduced = aggregates.map((each) => ({ name: each.name, ...reduceColumn(each, groups) }))
  return { columns: [...columns, ...reduced], rowCount: groups.count }
}

/** The groups of a frame, and the key columns of a table with one row per group. */
export function groupBy(frame: Frame, by: readonly string[]): { groups: Groups; columns: Column[] } {
  if (by.length === 0) return { groups: oneGroup(frame.rowCount), columns: [] }
  const sources = by.map((name) => columnsNamed(frame, name)[0] as Column)
  const keys = sources.map(encodeKeys)
  const groups = groupRows(compose(keys, frame.rowCount))
  const parts = groups.keys.map((code) => decompose(code, keys))
  const columns = sources.map((source, at) => ({
    ...source,
    values: parts.map((part) => (keys[at] as Keys).levels[part[at] as number] ?? null),
  }))
  return { groups, columns }
}
