import type { Cell, Frame } from '../frame.ts'
import { groupBy } from './aggregate.ts'
import { columnsNamed, isMissing, MISSING_COLUMNS } from './columns.ts'
import { refuse } from './error.ts'
import { membersOf } from './groups.ts'
import { nameList, type Options, text } from './options.ts'
import { compareCells } from './order.ts'

/**
 * Adds `rank`: the fraction of values in the group that are at most this one, ties averaged. Missing values stay
 * missing.
 */
export function rank(frame: Frame, options: Options): Frame {
  const column = columnsNamed(frame, text(options, 'metric'))[0] ?? refuse(MISSING_COLUMNS)
  const by = nameList(options, 'group_by')
  if (by.some((name) => columnsNamed(frame, name).length === 0)) return refuse(MISSING_COLUMNS)
  const { groups } = groupBy(frame, by)
  const { starts, rows } = membersOf(groups)
  const { values } = column
  const ranks: Cell[] = column.values.map(() => null)
  if (isLone(frame, by)) return withRanks(frame, ranks)
  for (let group = 0; group < groups.count; group++) {
    const members = Array.from(rows.subarray(starts[group], starts[group + 1]))
      .filter((row) => !isMissing(values[row] as Cell))
      .sort((a, b) => compareCells(values[a] as Cell, values[b] as Cell))
    for (let from = 0; from < members.length; ) {
      let to = from + 1
      while (to < members.length && values[members[to] as number] === values[members[from] as number]) to++
      const share = (from + 1 + to) / 2 / members.length
      for (; from < to; from++) ranks[members[from] as number] = share
    }
  }
  return withRanks(frame, ranks)
}

const withRanks = (frame: Frame, values: Cell[]): Frame => ({
  ...frame,
  columns: [...frame.columns, { name: 'rank', type: 'float', values }],
})

/** A group with one row cannot be ranked. The contract ranks it if its key is 0 or false. */
function isLone(frame: Frame, by: readonly string[]): boolean {
  if (frame.rowCount !== 1 || by.length === 0) return false
  const key = columnsNamed(frame, by[0] as string)[0]?.values[0]
  return by.length > 1 || Number(typeof key === 'string' ? Number.NaN : key) !== 0
}
