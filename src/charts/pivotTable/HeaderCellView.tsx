import { ChevronDown, ChevronRight } from 'lucide-react'
import { type CSSProperties, lazy, type MouseEvent, Suspense } from 'react'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import type { HeaderCell } from './lines.ts'
import css from './PivotTable.module.css'
import type { SideName } from './shown.ts'
import { texts } from './texts.ts'

const SafeHtml = lazy(() => import('../../web/ui/SafeHtml.tsx'))

/** An opening tag that is closed later or has an attribute: what users save to format a cell, but not "a < b". */
const looksLikeHtml = /<([a-z][\w-]*)(\s[^<>]*)?\/?>/i

export interface HeaderCellProps {
  id: string
  header: HeaderCell
  side: SideName
  text: string
  /** the tooltip if the text is shortened */
  fullText: string
  rendersHtml: boolean
  /** whether it is a group around other headers */
  isOuter: boolean
  isActive: boolean
  isChosen: boolean
  style?: CSSProperties
  /** absent if a click has no effect */
  onChoose: (() => void) | undefined
  onToggle: () => void
  onMenu: ((x: number, y: number) => void) | undefined
}

/** A header of a row or column, or of a group of them. */
export function HeaderCellView(props: HeaderCellProps) {
  const { header, side, text, fullText } = props
  const t = useText()
  const isRow = side === 'rows'
  const isHtml = props.rendersHtml && header.kind === 'key' && looksLikeHtml.test(text)
  const Chevron = header.isCollapsed ? ChevronRight : ChevronDown
  return (
    <th
      id={props.id}
      scope={isRow ? (props.isOuter ? 'rowgroup' : 'row') : props.isOuter ? 'colgroup' : 'col'}
      rowSpan={isRow ? header.lines : header.span}
      colSpan={isRow ? header.span : header.lines}
      aria-expanded={header.canCollapse ? !header.isCollapsed : undefined}
      aria-selected={props.isChosen || undefined}
      className={classes(
        isRow ? css.rowHead : css.columnHead,
        props.isOuter && css.group,
        header.kind !== 'key' && header.kind !== 'metric' && css.totalHead,
        header.isCollapsed && css.totalHead,
        header.kind === 'metric' && css.metric,
        props.onChoose && css.clickable,
        props.isChosen && css.chosen,
        props.isActive && css.active,
      )}
      style={props.style}
      title={!isHtml && (text.length > 18 || text !== fullText) ? fullText : undefined}
      onClick={props.onChoose}
      onContextMenu={(event: MouseEvent) => {
        if (!props.onMenu) return
        event.preventDefault()
        props.onMenu(event.clientX, event.clientY)
      }}
    >
      <span className={css.headText}>
        {header.canCollapse && (
          <button
            type="button"
            tabIndex={-1}
            className={css.toggle}
            aria-label={t(header.isCollapsed ? texts.expand : texts.collapse, { group: text })}
            onClick={(event) => {
              event.stopPropagation()
              props.onToggle()
            }}
          >
            <Chevron size={14} aria-hidden />
          </button>
        )}
        <span className={css.headLabel}>
          {isHtml ? (
            <Suspense fallback={text}>
              <SafeHtml html={text} />
            </Suspense>
          ) : (
            text
          )}
        </span>
      </span>
    </th>
  )
}
