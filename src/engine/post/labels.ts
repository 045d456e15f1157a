import type { ColumnName, Frame } from '../frame.ts'
import { printPart } from './print.ts'

/**
 * Separator of the parts of a flattened name. A comma inside a part is escaped, so that the name can be split again.
 */
const SEPARATOR = ', '

const escapePart = (part: string): string => part.replaceAll(',', '\\,')
const unescapePart = (part: string): string => part.replaceAll('\\,', ',')

/**
 * A multi-level name as text: its parts joined, empty levels omitted, commas escaped. One-level names are not changed.
 */
export function flatName(name: ColumnName): string {
  if (typeof name === 'string') return name
  return name
    .filter((part) => part !== null)
    .map((part) => escapePart(printPart(part)))
    .join(SEPARATOR)
}

/** The parts of a flattened name: split at commas that are not escaped. */
export function nameParts(name: string): string[] {
  return name.split(/(?<!\\), /).map(unescapePart)
}

/** Column names as shown in a result, and the parts of each (metric, then dimension values). */
export function answerNames(frame: Frame): { colnames: string[]; labelMap: Record<string, string[]> } {
  const names = frame.columns.map((column) => flatName(column.name))
  const colnames = names.map(unescapePart)
  const labelMap: Record<string, string[]> = {}
  names.forEach((name, at) => {
    labelMap[colnames[at] as string] = nameParts(name)
  })
  return { colnames, labelMap }
}
