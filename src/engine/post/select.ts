import type { Frame } from '../frame.ts'
import { columnsNamed, metricOf, renamed, requireColumns } from './columns.ts'
import { columnMap, nameList, type Options } from './options.ts'

/** Selects columns (in the given order), then excludes some, then renames. */
export function select(frame: Frame, options: Options): Frame {
  const names = nameList(options, 'columns')
  const exclude = nameList(options, 'exclude')
  const rename = new Map(columnMap(options, 'rename'))
  requireColumns(frame, [...names, ...exclude, ...rename.keys()])
  const taken = names.length > 0 ? names.flatMap((name) => columnsNamed(frame, name)) : frame.columns
  const columns = taken
    .filter(({ name }) => !exclude.includes(metricOf(name) as string))
    .map((column) => ({
      ...column,
      name: renamed(column.name, rename.get(metricOf(column.name) as string) ?? (metricOf(column.name) as string)),
    }))
  return { ...frame, columns }
}
