import { useText } from '../../web/ui/text.ts'
import type { TableColumn } from './columns.ts'
import css from './Table.module.css'
import { texts } from './texts.ts'

/** The foot: the metrics over all rows, from a query of their own. */
export function TotalsRow({ columns, totals }: { columns: TableColumn[]; totals: string[] }) {
  const t = useText()
  return (
    <tfoot>
      <tr>
        {columns.map((column, index) => (
          <td key={column.key} className={css.total} style={{ textAlign: column.align }}>
            {index === 0 && !column.isMetric ? t(texts.totals) : totals[index]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
