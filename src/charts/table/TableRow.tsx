import type { ChartComponentProps } from '../shared/contract.ts'
import { Cell } from './Cell.tsx'
import type { cellActions } from './cellActions.ts'
import { isChosen } from './crossFilter.ts'
import type { TableForm } from './formData.ts'
import type { useGridKeys } from './useGridKeys.ts'
import type { useTableColumns } from './useTableColumns.ts'
import type { VisibleColumns } from './visibleColumns.ts'

interface Props {
  /** position of the row in the table, from 0 */
  at: number
  /** index of the row in the result */
  row: number
  table: ReturnType<typeof useTableColumns>
  shown: VisibleColumns
  cells: Pick<ReturnType<typeof useGridKeys>, 'cellId' | 'isActive' | 'activate'>
  actions: ReturnType<typeof cellActions>
  chart: ChartComponentProps<TableForm>
}

export function TableRow({ at, row, table, shown, cells, actions, chart }: Props) {
  const { formData: form, filterState, onDataMask, onMarkContextMenu } = chart
  return (
    <tr aria-rowindex={at + 2}>
      {shown.before > 0 && <td aria-hidden="true" />}
      {table.columns.slice(shown.from, shown.to).map((column, place) => {
        const index = shown.from + place
        return (
          <Cell
            key={column.key}
            id={cells.cellId(at, index)}
            at={index}
            column={column}
            value={column.values[row] ?? null}
            bar={table.bars[index]}
            color={table.colors[index]}
            signColors={column.config.colorPositiveNegative ?? form.color_pn}
            rendersHtml={form.allow_render_html}
            isActive={cells.isActive(at, index)}
            isChosen={isChosen(filterState, column.key, column.values[row] ?? null)}
            isClickable={onDataMask !== undefined && !column.isMetric}
            onClick={() => {
              cells.activate(at, index)
              actions.emit(index, row)
            }}
            onMenu={onMarkContextMenu && ((x, y) => actions.openMenu(index, row, x, y))}
          />
        )
      })}
      {shown.after > 0 && <td aria-hidden="true" />}
    </tr>
  )
}
