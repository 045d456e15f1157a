import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { timeFormatter } from '../../charts/shared/format/index.ts'
import type { SourceCharts } from '../../charts/shared/sourceCharts.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { cellText, MISSING_CELL } from '../../model/query/markedText.ts'
import { pageLanguage } from '../ui/pageLanguage.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './RowsTable.module.css'

const texts = defineTexts('chart.rows', {
  moreRows: 'The first {shown} of {rows} rows',
  rowsOf: 'Rows of {title}',
})

interface TableProps {
  data: ChartData
  datasource: ChartDatasource
  /** name of the chart with these rows, if there are several tables */
  name?: string
}

interface Props {
  data: ChartData | undefined
  datasource: ChartDatasource
  title: string
  /** for a chart that draws other charts: the rows of the other charts */
  charts?: { data: ChartData[]; formData: SourceCharts }
}

/** Maximum number of rows that are shown; more are only counted, and the export contains all. */
const maxRows = 500

/** The rows of a chart as a table, for users who prefer tables. */
export default function RowsTable({ data, datasource, title, charts }: Props) {
  const t = useText()
  const { source_charts: sources = [] } = charts?.formData ?? {}
  if (data === undefined) return null
  return (
    <ScrollRegion className={css.rows} label={t(texts.rowsOf, { title })}>
      {charts && sources.length > 0 ? (
        sources.map(({ id, name, datasource: own = datasource }, at) => {
          const rows = charts.data[at]
          return rows && <Table key={id} data={rows} datasource={own} name={name} />
        })
      ) : (
        <Table data={data} datasource={datasource} />
      )}
    </ScrollRegion>
  )
}

function Table({ data, datasource, name }: TableProps) {
  const t = useText()
  const rows = Array.from({ length: Math.min(maxRows, data.rowcount) }, (_row, index) => index)
  const writeTime = timeFormatter('smart_date_detailed')
  const write = (value: JsonCell, type: GenericType | undefined) => {
    if (value === null) return MISSING_CELL
    if (type === GenericType.temporal && typeof value === 'number') return writeTime(value)
    return typeof value === 'number'
      ? value.toLocaleString(pageLanguage(), { maximumFractionDigits: 6 })
      : cellText(String(value))
  }
  const isCut = data.rowcount > maxRows
  const caption = [name, isCut && t(texts.moreRows, { shown: maxRows, rows: data.rowcount })].filter(Boolean)
  return (
    <table>
      {caption.length > 0 && <caption>{caption.join(': ')}</caption>}
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
              <td
                key={data.colnames[index]}
                data-numeric={data.coltypes[index] === GenericType.numeric || undefined}
                data-empty={(column[row] ?? null) === null || undefined}
              >
                <bdi>{write(column[row] ?? null, data.coltypes[index])}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
