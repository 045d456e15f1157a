import { useText } from '../../web/ui/text.ts'
import type { TableColumn } from './columns.ts'
import css from './Table.module.css'
import { texts } from './texts.ts'

/** The footer: the metrics over all rows, from a separate query. */
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
