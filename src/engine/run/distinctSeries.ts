import { distinctText, NULL_TEXT } from '../../model/query/markedText.ts'
import type { PostProcessingStep } from '../../model/query/queryObject.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { isMissing } from '../post/columns.ts'

/**
 * Rows whose pivot distinguishes missing values from texts that look like their label: otherwise both would be one
 * series with a wrong number. Other clients get quotes around such a text only if both occur.
 */
export function distinctSeries(rows: Frame, step: PostProcessingStep | undefined, always: boolean): Frame {
  if (step?.operation !== 'pivot' || 'column_fill_value' in (step.options ?? {})) return rows
  const names: unknown = step.options?.['columns']
  const isMark = (cell: Cell) => typeof cell === 'string' && distinctText(cell) !== cell
  const keptApart = (column: Column): Column => {
    const meets = () => column.values.includes(NULL_TEXT) && column.values.some(isMissing)
    if (!Array.isArray(names) || !names.includes(column.name) || !(always ? column.values.some(isMark) : meets())) {
      return column
    }
    return { ...column, values: column.values.map((cell) => (isMark(cell) ? distinctText(String(cell)) : cell)) }
  }
  return { ...rows, columns: rows.columns.map(keptApart) }
}
