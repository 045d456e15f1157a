import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import { columnLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import { useSize } from '../../web/ui/useSize.ts'
import type { ChartComponentProps, ChartDatasource } from '../shared/contract.ts'
import { textMeasure } from '../shared/grid/textMeasure.ts'
import { useMoreBeside } from '../shared/grid/useMoreBeside.ts'
import { readSeries, type SeriesOverTime } from '../shared/legacySeries/readSeries.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { useReading } from '../shared/useReading.ts'
import { boundsColor, sparkValues } from './cells.ts'
import type { TimeTableForm } from './formData.ts'
import { type TimeTableWidths, timeTableWidths } from './layout.ts'
import { type Sorting, sortedRows, type TableRow, tableRows } from './rows.ts'
import { Sparkline } from './Sparkline.tsx'
import css from './TimeTable.module.css'
import { texts } from './texts.ts'
import type { TimeColumn } from './timeColumn.ts'
import { columnWriter } from './writers.ts'

type Props = ChartComponentProps<TimeTableForm>

const seriesOf = readInSteps(({ formData, data }: Pick<Props, 'formData' | 'data'>) => readSeries(data[0], formData))

/** A row for each metric or group over time; its columns compute a value or draw a line. */
export default function TimeTable(props: Props) {
  const { formData, data, datasource } = props
  const t = useText()
  const series = useReading(seriesOf, { formData, data })
  const rows = useMemo(() => series && tableRows(series, formData, datasource), [series, formData, datasource])
  if (!series || !rows) return props.waiting
  // the grid is mounted only where it is shown: its effects find its elements
  if (formData.metrics.length === 0) return <CenteredNote text={t(texts.needsMetric)} />
  if (formData.column_collection.length === 0) return <CenteredNote text={t(texts.needsColumns)} />
  if (rows.length === 0) return <CenteredNote text={t(texts.needsTime)} />
  return <Grid {...props} series={series} rows={rows} />
}

function Grid(props: Props & { series: SeriesOverTime; rows: TableRow[] }) {
  const { formData: form, series: all, rows, datasource, theme, size } = props
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting>()
  const columns = form.column_collection
  const shown = useMemo(() => sortedRows(rows, columns, sorting), [rows, columns, sorting])
  const rowHeight = Math.max(36, ...columns.map(({ colType, height }) => (colType === 'spark' ? height + 8 : 0))) + 1
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: { width: size.width, height: size.height },
  })
  const groupTitle = form.groupby
    .map(columnLabel)
    .map((label) => datasource.verboseMap[label] ?? label)
    .join(', ')
  const firstTitle = groupTitle || t(texts.metric)
  // a scroll bar may take width from the columns
  const available = useSize(scroller)?.width ?? size.width
  const widths = useMemo(
    () => timeTableWidths({ available, columns, ...textWidths(rows, columns, datasource, firstTitle) }),
    [available, columns, rows, datasource, firstTitle],
  )
  const [grid, corner] = [useRef<HTMLTableElement>(null), useRef<HTMLTableCellElement>(null)]
  const beside = useMoreBeside(scroller, useSize(grid)?.width ?? 0, available, useSize(corner)?.width)

  const { times } = all
  const visible = virtual.getVirtualItems()
  const above = visible[0]?.start ?? 0
  const below = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0)
  const head = (column: number, label: string, isNumber: boolean, tooltip?: string) => {
    const own = sorting?.column === column ? sorting : undefined
    return (
      <th
        key={column}
        ref={column < 0 ? corner : undefined}
        scope="col"
        aria-sort={own && (own.descending ? 'descending' : 'ascending')}
        className={classes(css.head, isNumber ? css.number : column >= 0 && css.lines)}
      >
        <button
          type="button"
          className={css.sort}
          title={tooltip || (isNumber ? undefined : label)}
          onClick={() => setSorting(nextSorting(sorting, column))}
        >
          <span className={css.label} style={{ maxWidth: widths.lines[column] }}>
            {label}
          </span>
          {own && (own.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
        </button>
      </th>
    )
  }
  return (
    <div {...beside} className={classes(css.frame, beside.className)}>
      <div ref={scroller} className={css.scroller}>
        <table
          ref={grid}
          className={css.grid}
          aria-label={props.title}
          aria-rowcount={shown.length + 1}
          style={{ '--pad': `${widths.pad}px`, '--name': `${widths.name}px` } as CSSProperties}
        >
          <thead>
            <tr aria-rowindex={1}>
              {head(-1, firstTitle, false)}
              {columns.map((column, at) => head(at, column.label, column.colType !== 'spark', column.tooltip))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
            {visible.map(({ index }) => {
              const row = shown[index]
              return (
                row && <Row key={row.name} {...{ row, form, times, datasource, theme, widths, index, rowHeight }} />
              )
            })}
            {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
          </tbody>
        </table>
        {all.omitted > 0 && (
          <p className={css.note}>{t(texts.cut, { shown: rows.length, all: rows.length + all.omitted })}</p>
        )}
      </div>
    </div>
  )
}

/** Number of rows that are measured. */
const measuredRows = 100

/** The widths in px of the widest texts of the names and of each column. */
function textWidths(rows: TableRow[], columns: TimeColumn[], datasource: ChartDatasource, title: string) {
  const measure = textMeasure()
  const step = Math.max(1, Math.ceil(rows.length / measuredRows))
  const sample = rows.filter((_, row) => row % step === 0)
  const widest = (texts: string[]) => Math.ceil(Math.max(0, ...texts.map(measure)))
  const texts = columns.map((column, at) => {
    if (column.colType === 'spark') return 0
    const written = sample.map(({ series, values }) => {
      const value = values[at] ?? null
      return value === null ? '' : columnWriter(column, series.metric, datasource)(value)
    })
    return widest([column.label, ...written])
  })
  return { name: widest([title, ...sample.map(({ name }) => name)]), texts }
}

interface RowProps extends Pick<Props, 'datasource' | 'theme'> {
  row: TableRow
  form: TimeTableForm
  times: number[]
  widths: TimeTableWidths
  index: number
  /** px */
  rowHeight: number
}

function Row({ row, form, times, datasource, theme, widths, index, rowHeight }: RowProps) {
  const t = useText()
  const columns = form.column_collection
  return (
    <tr aria-rowindex={index + 2} className={css.row} style={{ height: rowHeight }}>
      <th scope="row" className={css.name} title={row.name}>
        {row.href === undefined ? (
          row.name
        ) : (
          <a href={row.href} target="_blank" rel="noreferrer">
            {row.name}
          </a>
        )}
      </th>
      {columns.map((column, at) => {
        const write = columnWriter(column, row.series.metric, datasource)
        if (column.colType === 'spark') {
          return (
            <td key={column.key} className={css.cell}>
              <Sparkline
                column={column}
                width={widths.lines[at] ?? column.width}
                label={`${row.name}, ${column.label}`}
                values={sparkValues(column, row.series)}
                times={times.slice(column.timeRatio)}
                grain={form.time_grain_sqla}
                write={write}
              />
            </td>
          )
        }
        const value = row.values[at] ?? null
        const color = boundsColor(value, column.bounds, theme.mode)
        return (
          <td
            key={column.key}
            className={classes(css.cell, css.number, value === null && css.missing)}
            style={color ? { color } : undefined}
          >
            {value === null ? t(texts.missing) : write(value)}
          </td>
        )
      })}
    </tr>
  )
}

/** Names ascending and values descending first; then the other way; then unsorted. */
function nextSorting(sorting: Sorting | undefined, column: number): Sorting | undefined {
  const first = column >= 0
  if (sorting?.column !== column) return { column, descending: first }
  return sorting.descending === first ? { column, descending: !first } : undefined
}
