import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { timeFormatter } from '../../charts/shared/format/index.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './RowsTable.module.css'

const texts = defineTexts('chart.rows', {
  moreRows: 'The first {shown} of {rows} rows',
  rowsOf: 'Rows of {title}',
})

interface Props {
  data: ChartData | undefined
  datasource: ChartDatasource
  title: string
}

/** More rows are counted but not shown; the export has all of them. */
const maxRows = 500

/** The rows of a chart as a table, for users who prefer tables. */
export default function RowsTable({ data, datasource, title }: Props) {
  const t = useText()
  if (data === undefined) return null
  const rows = Array.from({ length: Math.min(maxRows, data.rowcount) }, (_row, index) => index)
  const writeTime = timeFormatter('smart_date_detailed')
  const write = (value: JsonCell, type: GenericType | undefined) => {
    if (value === null) return ''
    if (type === GenericType.temporal && typeof value === 'number') return writeTime(value)
    return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 6 }) : String(value)
  }
  return (
    <ScrollRegion className={css.rows} label={t(texts.rowsOf, { title })}>
      <table>
        {data.rowcount > maxRows && <caption>{t(texts.moreRows, { shown: maxRows, rows: data.rowcount })}</caption>}
        <thead>
          <tr>
            {data.colnames.map((name, index) => (
              <th key={name} scope="col" data-numeric={data.coltypes[index] === GenericType.numeric || undefined}>
                {datasource.verboseMap[name] ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {data.columns.map((column, index) => (
                <td key={data.colnames[index]} data-numeric={data.coltypes[index] === GenericType.numeric || undefined}>
                  {write(column[row] ?? null, data.coltypes[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
