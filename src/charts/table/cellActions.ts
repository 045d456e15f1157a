import { NULL_TEXT } from '../../model/query/markedText.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import type { TableColumn } from './columns.ts'
import { cellMask, rowDrill } from './crossFilter.ts'
import type { TableForm } from './formData.ts'

/** The actions of a click on a cell and of its menu. A cell is identified by its column and its row in the result. */
export function cellActions(props: ChartComponentProps<TableForm>, columns: readonly TableColumn[]) {
  const { formData: form, data, filterState } = props
  const emit = (columnIndex: number, row: number) => {
    const column = columns[columnIndex]
    const mask = column && cellMask({ filterState }, column, column.values[row] ?? null)
    if (mask) props.onDataMask?.(mask)
  }
  const openMenu = (columnIndex: number, row: number, x: number, y: number) => {
    const column = columns[columnIndex]
    if (!column || !props.onMarkContextMenu) return
    const value = column.values[row] ?? null
    props.onMarkContextMenu({
      mask: props.onDataMask ? cellMask({ filterState }, column, value) : null,
      drill: rowDrill(form, data[0], row),
      label: column.write(value) ?? NULL_TEXT,
      isText: true,
      x,
      y,
    })
  }
  return { emit, openMenu }
}
