import { isRecord, parseJson, parseObject } from '../wire/json.ts'

/** A column of a hierarchy, or the time buckets of a time column. */
export interface Level {
  column: string
  /** ISO 8601, as in queries; absent: the chart's own grain */
  grain?: string
}

/** Columns from the coarsest to the finest, such as country and city. */
export interface Hierarchy {
  name: string
  levels: Level[]
}

/** The hierarchies of a dataset, from the JSON text of its `extra`; invalid parts are left out. */
export function hierarchiesOf(extra: string | null): Hierarchy[] {
  const stored = parseObject(extra)['hierarchies']
  return Array.isArray(stored) ? stored.flatMap(readHierarchy) : []
}

function readHierarchy(value: unknown): Hierarchy[] {
  if (!isRecord(value) || !Array.isArray(value['levels'])) return []
  const levels = (value['levels'] as unknown[]).flatMap(readLevel)
  return [{ name: typeof value['name'] === 'string' ? value['name'] : '', levels }]
}

function readLevel(value: unknown): Level[] {
  if (!isRecord(value) || typeof value['column'] !== 'string') return []
  const { column, grain } = value
  return [{ column, ...(typeof grain === 'string' && grain !== '' && { grain }) }]
}

/**
 * The text of `extra` with other hierarchies; the rest is not changed. A text that is not a JSON object is not changed.
 */
export function withHierarchies(extra: string | null, hierarchies: readonly Hierarchy[]): string | null {
  if (extra && !isObjectText(extra)) return extra
  const { hierarchies: _before, ...rest } = parseObject(extra)
  const next = hierarchies.length === 0 ? rest : { ...rest, hierarchies }
  return Object.keys(next).length === 0 ? null : JSON.stringify(next)
}

function isObjectText(text: string): boolean {
  try {
    return isRecord(parseJson(text))
  } catch {
    return false
  }
}

/** Why a hierarchy cannot be saved. `level`: the position of the level that is wrong. */
export interface HierarchyProblem {
  kind: 'noHierarchyName' | 'hierarchyTwice' | 'fewLevels' | 'levelGone' | 'levelTwice'
  /** position of the hierarchy */
  hierarchy: number
  level?: number
  /** name of the column or the hierarchy */
  name: string
}

/** The problems of hierarchies of a dataset with these columns. */
export function hierarchyProblems(hierarchies: readonly Hierarchy[], columns: ReadonlySet<string>): HierarchyProblem[] {
  return hierarchies.flatMap(({ name, levels }, hierarchy): HierarchyProblem[] => {
    const isFirst = hierarchies.findIndex((other) => other.name.trim() === name.trim()) === hierarchy
    return [
      ...(name.trim() === '' ? [{ kind: 'noHierarchyName' as const, hierarchy, name: '' }] : []),
      ...(name.trim() !== '' && !isFirst ? [{ kind: 'hierarchyTwice' as const, hierarchy, name }] : []),
      ...(levels.length < 2 ? [{ kind: 'fewLevels' as const, hierarchy, name }] : []),
      ...levels.flatMap((each, level): HierarchyProblem[] => {
        if (!columns.has(each.column)) return [{ kind: 'levelGone', hierarchy, level, name: each.column }]
        const isTwice = levels.findIndex((other) => isSameLevel(other, each)) < level
        return isTwice ? [{ kind: 'levelTwice', hierarchy, level, name: each.column }] : []
      }),
    ]
  })
}

/** Times need no hierarchy: their buckets are its levels. */
const timeGrains = ['P1Y', 'P3M', 'P1M', 'P1D']

const isSameLevel = (one: Level, other: Level) => one.column === other.column && one.grain === other.grain

/** A level without a grain matches any bucket of its column. */
const isAt = (level: Level, { column, grain }: Level) =>
  level.column === column && (grain === undefined || level.grain === grain)

/** The levels below this one: those of the named hierarchies, else the next finer bucket of a time. */
export function levelsBelow(level: Level, hierarchies: readonly Hierarchy[]): Level[] {
  const named = hierarchies.flatMap(({ levels }) => {
    const next = levels[levels.findIndex((each) => isAt(level, each)) + 1]
    return levels.some((each) => isAt(level, each)) && next !== undefined ? [next] : []
  })
  const below = named.filter((each, at) => named.findIndex((other) => isSameLevel(each, other)) === at)
  if (below.length > 0) return below
  const { column, grain } = level
  const finer = grain?.includes('P1W') ? 'P1D' : timeGrains[timeGrains.indexOf(grain ?? '') + 1]
  return grain !== undefined && finer !== undefined && (timeGrains.includes(grain) || grain.includes('P1W'))
    ? [{ column, grain: finer }]
    : []
}
