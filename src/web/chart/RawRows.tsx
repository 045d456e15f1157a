import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { TypeIcon } from '../controls/TypeIcon.tsx'
import { classes } from '../ui/classes.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { rawText, readableText } from './dataRows.ts'
import css from './RawRows.module.css'
import { TimeFormatMenu, type TimeFormatNames } from './TimeFormatMenu.tsx'

const texts = defineTexts('rawRows', { number: 'Row' })

export interface RowSort {
  column: number
  isDescending: boolean
}

export interface RawRowsProps {
  label: string
  data: ChartData
  /** indexes of the rows to render, in order */
  rows: readonly number[]
  /** the number of the first of these rows, starting at 1; absent: rows have no numbers */
  firstNumber?: number
  /** if not all rows are rendered: the total number of rows, and px before and after the rendered ones */
  space?: { count: number; before: number; after: number }
  /** rounds fractions for display; a tooltip shows the whole value */
  isReadable?: boolean
  isFramed?: boolean
  /** a newer result is loading */
  isStale?: boolean
  className?: string | undefined
  ref?: Ref<HTMLElement>
  sort?: { current: RowSort | undefined; set: (sort: RowSort | undefined) => void }
  /** users can switch time columns to the raw values of the result */
  times?: {
    names: TimeFormatNames
    isOriginal: (column: number) => boolean
    set: (column: number, is: boolean) => void
  }
}

/** Raw rows of a result. Clicks on a header sort in ascending order, then in descending order, then not at all. */
export function RawRows({
  ref,
  label,
  data,
  rows,
  firstNumber,
  space,
  isReadable,
  isFramed,
  isStale,
  className,
  sort,
  times,
}: RawRowsProps) {
  const t = useText()
  const isNumeric = (at: number) => data.coltypes[at] === GenericType.numeric || undefined
  const typeOf = (at: number) => (times?.isOriginal(at) ? undefined : data.coltypes[at])
  const hasNumbers = firstNumber !== undefined
  return (
    <ScrollRegion
      ref={ref}
      className={classes(css.grid, isFramed && css.framed, isStale && css.stale, className)}
      label={label}
    >
      <table aria-rowcount={space && space.count + 1}>
        <thead>
          <tr>
            {hasNumbers ? <th scope="col" className={css.index} aria-label={t(texts.number)} /> : null}
            {data.colnames.map((name, at) => (
              <HeaderCell key={String(at)} name={name} at={at} data={data} sort={sort} times={times} />
            ))}
          </tr>
        </thead>
        <tbody>
          {space && space.before > 0 ? <tr style={{ height: space.before }} /> : null}
          {rows.map((row, position) => (
            <tr key={row} aria-rowindex={space && hasNumbers ? firstNumber + position + 1 : undefined}>
              {hasNumbers ? <td className={css.index}>{firstNumber + position}</td> : null}
              {data.columns.map((column, at) => {
                const value = column[row] ?? null
                const whole = rawText(value, typeOf(at))
                const text = isReadable ? readableText(value, typeOf(at)) : whole
                return (
                  <td
                    key={String(at)}
                    data-numeric={isNumeric(at)}
                    data-empty={value === null || undefined}
                    title={text === whole && whole.length < 48 ? undefined : whole}
                  >
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
          {space && space.after > 0 ? <tr style={{ height: space.after }} /> : null}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface HeaderCellProps extends Pick<RawRowsProps, 'data' | 'sort' | 'times'> {
  name: string
  at: number
}

function HeaderCell({ name, at, data, sort, times }: HeaderCellProps) {
  const current = sort?.current?.column === at ? sort.current : undefined
  const order = current && (current.isDescending ? 'descending' : 'ascending')
  const next = current?.isDescending ? undefined : { column: at, isDescending: current !== undefined }
  const type = data.coltypes[at] ?? GenericType.string
  const title: ReactNode = (
    <>
      <TypeIcon kind={type} />
      {name}
    </>
  )
  return (
    <th
      scope="col"
      data-numeric={type === GenericType.numeric || undefined}
      aria-sort={sort ? (order ?? 'none') : undefined}
    >
      <span className={css.header}>
        {sort ? (
          <button type="button" className={css.sort} onClick={() => sort.set(next)}>
            {title}
            {order === 'ascending' ? <ArrowUp size={12} /> : null}
            {order === 'descending' ? <ArrowDown size={12} /> : null}
          </button>
        ) : (
          title
        )}
        {times && type === GenericType.temporal ? (
          <TimeFormatMenu
            names={times.names}
            column={name}
            isOriginal={times.isOriginal(at)}
            onChange={(is) => times.set(at, is)}
          />
        ) : null}
      </span>
    </th>
  )
}
