import { useText } from '../../web/ui/text.ts'
import type { TableColumn } from './columns.ts'
import css from './Table.module.css'
import { texts } from './texts.ts'
import type { VisibleColumns } from './visibleColumns.ts'

interface Props {
  columns: TableColumn[]
  shown: VisibleColumns
  totals: string[]
}

/** The footer: the metrics over all rows, from a separate query. */
export function TotalsRow({ columns, shown, totals }: Props) {
  const t = useText()
  return (
    <tfoot>
      <tr>
        {shown.before > 0 && <td aria-hidden="true" />}
        {columns.slice(shown.from, shown.to).map((column, at) => (
          <td key={column.key} className={css.total} style={{ textAlign: column.align }}>
            {shown.from + at === 0 && !column.isMetric ? t(texts.totals) : <bdi>{totals[shown.from + at]}</bdi>}
          </td>
        ))}
        {shown.after > 0 && <td aria-hidden="true" />}
      </tr>
    </tfoot>
  )
}
