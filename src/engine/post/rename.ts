import type { ColumnName, Frame, NamePart } from '../frame.ts'
import { requireColumns } from './columns.ts'
import { refuse } from './error.ts'
import { flag, type Options, record } from './options.ts'

/**
 * New column names, `{old: new}`; null removes the part. `level` selects one level of a multi-level header, by position
 * or name. Rejected if every new name already exists.
 */
export function rename(frame: Frame, options: Options): Frame {
  // frames are never changed in place: only the names are copied
  flag(options, 'inplace', false)
  const map = new Map(
    Object.entries(record(options, 'columns')).map(([old, name]) =>
      typeof name === 'string' || name === null ? [old, name] : refuse('`columns` must map names to names'),
    ) as [string, string | null][],
  )
  if (map.size === 0) return frame
  requireColumns(frame, [...map.keys()])
  const level = levelOf(frame, options.level)
  const taken = new Set(frame.columns.map(({ name }) => partAt(name, level ?? 0)))
  if ([...map.values()].every((name) => taken.has(name))) return refuse('Label already exists')
  const columns = frame.columns.map((column) => ({ ...column, name: renamedParts(column.name, map, level) }))
  return { ...frame, columns }
}

/** null: any level. A level that does not exist is rejected without a message, as in the contract. */
function levelOf(frame: Frame, level: unknown): number | null {
  if (level === undefined || level === null) return null
  const count = frame.levels?.length ?? 1
  const at = typeof level === 'number' ? level : (frame.levels ?? []).indexOf(String(level))
  return Number.isInteger(at) && at >= 0 && at < count ? at : refuse('')
}

const partAt = (name: ColumnName, level: number): NamePart => (typeof name === 'string' ? name : (name[level] ?? null))

function renamedParts(name: ColumnName, map: Map<string, string | null>, level: number | null): ColumnName {
  const replace = (part: NamePart, at: number): NamePart => {
    const replacement = typeof part === 'string' && (level === null || level === at) ? map.get(part) : undefined
    return replacement === undefined ? part : replacement
  }
  if (typeof name !== 'string') return name.map(replace)
  const part = replace(name, 0)
  return typeof part === 'string' ? part : [part]
}
