import type { Cell, Column, ColumnName, Frame } from '../frame.ts'
import { refuse } from './error.ts'
import { flatName } from './labels.ts'
import { flag, type Options } from './options.ts'

/** Joins multi-level column names, and adds the first level of the index as the first column (`index` if unnamed). */
export function flatten(frame: Frame, options: Options): Frame {
  const dropped = droppedLevels(frame, options.drop_levels)
  const named = frame.levels
    ? frame.columns.map((column) => ({ ...column, name: flatName(without(column.name, dropped)) }))
    : frame.columns
  const flat: Frame = { ...frame, columns: named, levels: undefined }
  return flag(options, 'reset_index', true) ? withIndexColumn(flat) : flat
}

const isLevel = (level: unknown): level is string | number | null =>
  typeof level === 'number' || typeof level === 'string' || level === null

function droppedLevels(frame: Frame, levels: unknown): Set<number> {
  const count = frame.levels?.length ?? 1
  const list: unknown[] = levels === undefined || levels === null ? [] : Array.isArray(levels) ? levels : [levels]
  if (!list.every(isLevel)) {
    return refuse('`drop_levels` must be a list of levels')
  }
  if (count < 2) return new Set()
  const placeOf = (level: string | number | null): number => {
    if (typeof level !== 'number') return frame.levels?.indexOf(level) ?? -1
    return level < 0 ? level + count : level
  }
  return new Set(
    list.map((level) => {
      const at = placeOf(level)
      return Number.isInteger(at) && at >= 0 && at < count ? at : refuse(`Level ${String(level)} not found`)
    }),
  )
}

function without(name: ColumnName, dropped: Set<number>): ColumnName {
  return typeof name === 'string' || dropped.size === 0 ? name : name.filter((_, level) => !dropped.has(level))
}

function withIndexColumn(frame: Frame): Frame {
  const { index, unnamedIndex } = frame
  if (!index) {
    return unnamedIndex
      ? { ...frame, columns: [column(freeName(frame), 'int', unnamedIndex), ...frame.columns], unnamedIndex: undefined }
      : frame
  }
  const values = index.values[0] ?? []
  // a column of times or numbers may also contain the name of a total
  const isMixed = index.types[0] !== 'text' && values.some((cell) => typeof cell === 'string')
  const first = column(index.names[0] ?? freeName(frame), isMixed ? 'object' : (index.types[0] ?? 'object'), values)
  const rest = {
    names: index.names.slice(1),
    types: index.types.slice(1),
    values: index.values.slice(1),
  }
  return { ...frame, columns: [first, ...frame.columns], index: rest.names.length > 0 ? rest : undefined }
}

function column(name: string, type: Column['type'], values: Cell[]): Column {
  return { name, type, values }
}

const freeName = (frame: Frame): string => (frame.columns.some(({ name }) => name === 'index') ? 'level_0' : 'index')
