import { lazy, type MouseEvent, Suspense } from 'react'
import type { JsonCell } from '../../model/query/chartData.ts'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import type { CellColor } from '../shared/ruleColors.ts'
import type { CellBar, TableColumn } from './columns.ts'
import css from './Table.module.css'
import { texts } from './texts.ts'

const SafeHtml = lazy(() => import('../../web/ui/SafeHtml.tsx'))

/** An opening tag that is closed later or has an attribute: what users save to format a cell, but not "a < b". */
const looksLikeHtml = /<([a-z][\w-]*)(\s[^<>]*)?\/?>/i

interface Props {
  id: string
  /** position of the cell's column, from 0 */
  at: number
  column: TableColumn
  value: JsonCell
  bar: ((value: JsonCell) => CellBar | null) | null | undefined
  color: ((value: JsonCell) => CellColor | null) | null | undefined
  /** negative bars are red */
  signColors: boolean
  rendersHtml: boolean
  isActive: boolean
  isChosen: boolean
  isClickable: boolean
  onClick: () => void
  /** absent if there is no menu: then the browser's own menu opens */
  onMenu: ((x: number, y: number) => void) | undefined
}

/** The title of a cell: a long text that may be truncated, or all digits of a shortened number. */
function titleOf(column: TableColumn, value: JsonCell, text: string | null, isHtml: boolean): string | undefined {
  const exact = column.exact(value)
  if (exact !== undefined && exact !== text) return exact
  return text !== null && !isHtml && text.length > 24 ? text : undefined
}

export function Cell(props: Props) {
  const { column, value } = props
  const t = useText()
  const text = column.write(value)
  const bar = props.bar?.(value)
  const color = props.color?.(value)
  const isHtml = props.rendersHtml && column.kind === 'text' && text !== null && looksLikeHtml.test(text)
  return (
    <td
      id={props.id}
      aria-colindex={props.at + 1}
      aria-selected={props.isChosen || undefined}
      className={classes(
        css.cell,
        text === null && css.missing,
        column.truncate && css.truncated,
        props.isActive && css.active,
        props.isChosen && css.chosen,
        props.isClickable && css.clickable,
      )}
      style={{
        textAlign: column.align,
        ...(color && { background: color.background, color: color.text }),
      }}
      title={titleOf(column, value, text, isHtml)}
      onClick={(event: MouseEvent) => {
        // a link in the cell works as a link
        if (!(event.target as Element).closest('a')) props.onClick()
      }}
      onContextMenu={(event: MouseEvent) => {
        if (!props.onMenu) return
        event.preventDefault()
        props.onMenu(event.clientX, event.clientY)
      }}
    >
      {bar && (
        <span
          aria-hidden="true"
          className={classes(css.bar, bar.isNegative && props.signColors && css.negative)}
          style={{
            left: `calc(4px + (100% - 8px) * ${bar.left / 100})`,
            width: `calc((100% - 8px) * ${bar.width / 100})`,
          }}
        />
      )}
      <bdi className={css.text}>
        {isHtml ? (
          <Suspense fallback={text}>
            <SafeHtml html={text} />
          </Suspense>
        ) : (
          (text ?? t(texts.missing))
        )}
      </bdi>
    </td>
  )
}
