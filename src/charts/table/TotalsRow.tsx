import type { ChartData } from '../../model/chartData.ts'
import { useText } from '../../web/ui/text.ts'
import type { TableColumn } from './columns.ts'
import css from './Table.module.css'
import { texts } from './texts.ts'

/** The foot: the metrics over all rows, from a query of their own. */
export function TotalsRow({ columns, totals }: { columns: TableColumn[]; totals: ChartData }) {
  const t = useText()
  return (
    <tfoot>
      <tr>
        {columns.map((column, index) => {
          const at = totals.colnames.indexOf(column.key)
          const value = at === -1 ? null : (totals.columns[at]?.[0] ?? null)
          const text = value === null ? '' : column.write(value)
          return (
            <td key={column.key} className={css.total} style={{ textAlign: column.align }}>
              {index === 0 && !column.isMetric ? t(texts.totals) : text}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}
