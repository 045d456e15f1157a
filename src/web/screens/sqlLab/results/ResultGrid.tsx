import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { ResultColumn } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { TypeIcon } from '../../../controls/TypeIcon.tsx'
import { inlineKey, inlineSign } from '../../../ui/direction.ts'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { CellDialog } from './CellDialog.tsx'
import { jsonOf, kindOf, type ResultSort, shownText, widthOf } from './cells.ts'
import type { ResultRows } from './resultQuery.ts'
import css from './South.module.css'

const texts = defineTexts('sqlLab.grid', {
  rows: 'Rows of the result',
  number: 'Row',
  width: 'Width of {name}',
  showCell: 'Show the content of {name}: {text}',
})

const rowHeight = 28
const stepPx = 16
const narrowest = 40

export interface ResultGridProps {
  rows: ResultRows
  /** indexes of the rows to show */
  order: readonly number[]
  sort: ResultSort | undefined
  onSort: (sort: ResultSort | undefined) => void
}

/** The rows of a result; only those in view are rendered. */
export function ResultGrid({ rows, order, sort, onSort }: ResultGridProps) {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const [cell, setCell] = useState<unknown>()
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  const { columns, cells } = rows
  const kinds = useMemo(() => columns.map(kindOf), [columns])
  const first = useFirstWidths(rows)
  const widths = useMemo(() => first.map((width, at) => chosen[at] ?? width), [first, chosen])
  const virtual = useVirtualizer({
    count: order.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const indexWidth = 20 + String(rows.count).length * 8
  const onWidth = useCallback(
    (at: number, width: number) => setChosen((known) => ({ ...known, [at]: Math.max(narrowest, width) })),
    [],
  )

  // scrolls to the top when the order changes
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = 0
  }, [sort])

  return (
    <ScrollRegion ref={frame} className={css.frame} label={t(texts.rows)}>
      <table
        className={css.grid}
        aria-rowcount={order.length + 1}
        style={{ width: widths.reduce((sum, width) => sum + width, indexWidth) }}
      >
        <colgroup>
          <col style={{ width: indexWidth }} />
          {widths.map((width, at) => (
            <col key={columns[at]?.name} style={{ width }} />
          ))}
        </colgroup>
        <Head columns={columns} kinds={kinds} widths={widths} sort={sort} onSort={onSort} onWidth={onWidth} />
        <tbody>
          {before > 0 ? <tr style={{ height: before }} /> : null}
          {items.map(({ key, index }) => (
            <GridRow
              key={key}
              index={index}
              row={order[index] ?? 0}
              columns={columns}
              kinds={kinds}
              cells={cells}
              onShow={setCell}
            />
          ))}
          {after > 0 ? <tr style={{ height: after }} /> : null}
        </tbody>
      </table>
      <CellDialog value={cell} onClose={() => setCell(undefined)} />
    </ScrollRegion>
  )
}

interface HeadProps extends Pick<ResultGridProps, 'sort' | 'onSort'> {
  columns: readonly ResultColumn[]
  kinds: readonly GenericType[]
  widths: readonly number[]
  onWidth: (at: number, width: number) => void
}

/** The header with the names of the columns. Scrolling renders only new rows, not this. */
const Head = memo(function Head({ columns, kinds, widths, sort, onSort, onWidth }: HeadProps) {
  const t = useText()
  function next(column: number): ResultSort | undefined {
    if (sort?.column !== column) return { column, isDescending: false }
    return sort.isDescending ? undefined : { column, isDescending: true }
  }
  return (
    <thead>
      <tr>
        <th scope="col" className={css.index} aria-label={t(texts.number)} />
        {columns.map(({ name }, at) => {
          const order = sort?.column === at ? (sort.isDescending ? 'descending' : 'ascending') : undefined
          return (
            <th
              key={name}
              scope="col"
              data-numeric={kinds[at] === GenericType.numeric || undefined}
              aria-sort={order ?? 'none'}
            >
              <button type="button" className={css.sort} title={name} onClick={() => onSort(next(at))}>
                <TypeIcon kind={kinds[at] ?? GenericType.string} />
                <span>{name}</span>
                {order === 'ascending' ? <ArrowUp size={12} /> : null}
                {order === 'descending' ? <ArrowDown size={12} /> : null}
              </button>
              <ColumnEdge
                label={t(texts.width, { name })}
                width={widths[at] ?? narrowest}
                onWidth={(width) => onWidth(at, width)}
              />
            </th>
          )
        })}
      </tr>
    </thead>
  )
})

interface GridRowProps extends Pick<ResultRows, 'columns' | 'cells'> {
  /** index in the displayed order */
  index: number
  /** index in the result */
  row: number
  kinds: readonly GenericType[]
  onShow: (json: unknown) => void
}

const GridRow = memo(function GridRow({ index, row, columns, kinds, cells, onShow }: GridRowProps) {
  return (
    <tr aria-rowindex={index + 2}>
      <td className={css.index}>{index + 1}</td>
      {columns.map(({ name }, at) => (
        <Cell key={name} name={name} value={cells[at]?.[row]} kind={kinds[at] ?? GenericType.string} onShow={onShow} />
      ))}
    </tr>
  )
})

/** The widths for the first rows; further rows do not change them. */
function useFirstWidths(rows: ResultRows): number[] {
  const [widths] = useState(() => rows.columns.map((column, at) => widthOf(column, rows.cells[at] ?? [])))
  return widths
}

interface CellProps {
  name: string
  value: unknown
  kind: GenericType
  onShow: (json: unknown) => void
}

function Cell({ name, value, kind, onShow }: CellProps) {
  const t = useText()
  const json = jsonOf(value)
  const text = shownText(value, kind)
  return (
    <td
      data-numeric={kind === GenericType.numeric || undefined}
      data-null={value === null || value === undefined ? '' : undefined}
      title={text.length > 30 ? text.slice(0, 500) : undefined}
    >
      {json === undefined ? (
        <bdi>{text.slice(0, 500)}</bdi>
      ) : (
        <button
          type="button"
          className={css.json}
          aria-label={t(texts.showCell, { name, text: text.slice(0, 200) })}
          onClick={() => onShow(json)}
        >
          {text.slice(0, 200)}
        </button>
      )}
    </td>
  )
}

/** The right edge of a column: resized by dragging or with the arrow keys. */
function ColumnEdge({ label, width, onWidth }: { label: string; width: number; onWidth: (width: number) => void }) {
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault()
    const edge = event.currentTarget
    const from = event.clientX
    edge.setPointerCapture(event.pointerId)
    const move = ({ clientX }: { clientX: number }) => onWidth(width + (clientX - from) * inlineSign())
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true })
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowLeft: -stepPx, ArrowRight: stepPx }
    const step = steps[inlineKey(event.key)]
    if (step === undefined) return
    event.preventDefault()
    onWidth(width + step)
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it can be moved, which an hr element cannot
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      tabIndex={0}
      className={css.resize}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
