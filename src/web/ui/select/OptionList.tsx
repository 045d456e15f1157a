import { Check } from 'lucide-react'
import { type RefObject, type UIEvent, useLayoutEffect, useState } from 'react'
import { classes } from '../classes.ts'
import css from './OptionList.module.css'
import type { SelectOption } from './options.ts'
import { visibleWindow } from './options.ts'

const rowHeightOf = { mouse: 28, finger: 40 }
const maxHeight = 280
/** Longer lists render only the visible rows. */
const windowAbove = 100

export interface OptionListProps {
  ref: RefObject<HTMLDivElement | null>
  id: string
  label: string
  rows: SelectOption[]
  isChosen: (option: SelectOption) => boolean
  multiple: boolean
  activeIndex: number
  onActive: (index: number) => void
  onChoose: (option: SelectOption) => void
  onEndReached?: () => void
  /** total number of entries, if not all are loaded */
  count: number
  /** whether there is no search field: the list itself then has the focus */
  focusable: boolean
}

/**
 * The listbox of a select. The focus stays in the search field; aria-activedescendant marks the active row. Not Base
 * UI's combobox, in which we cannot choose the active row: Enter after a search would select "Select all", and Page
 * keys and typing in a list without a search field would not work. It also adds 13.2 KB (Brotli).
 */
export function OptionList({
  ref,
  id,
  label,
  rows,
  isChosen,
  multiple,
  activeIndex,
  onActive,
  onChoose,
  onEndReached,
  count,
  focusable,
}: OptionListProps) {
  const [scrollTop, setScrollTop] = useState(0)
  const [rowHeight] = useState(() => rowHeightOf[matchMedia('(pointer: coarse)').matches ? 'finger' : 'mouse'])
  const isWindowed = rows.length > windowAbove
  const { start, end } = isWindowed
    ? visibleWindow(rows.length, scrollTop, maxHeight, rowHeight)
    : { start: 0, end: rows.length }

  useLayoutEffect(() => {
    const list = ref.current
    if (!list || activeIndex < 0) return
    const top = activeIndex * rowHeight
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight
  }, [ref, activeIndex, rowHeight])

  function onScroll({ currentTarget: list }: UIEvent<HTMLDivElement>) {
    if (isWindowed) setScrollTop(list.scrollTop)
    if (list.scrollTop + list.clientHeight > list.scrollHeight - 4 * rowHeight) onEndReached?.()
  }

  return (
    <div
      ref={ref}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no native list has a search field, or renders only the visible rows
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      aria-activedescendant={focusable && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
      tabIndex={focusable ? 0 : -1}
      className={css.list}
      style={{ maxHeight }}
      onScroll={onScroll}
    >
      <div style={{ height: start * rowHeight }} />
      {rows.slice(start, end).map((option, offset) => {
        const index = start + offset
        const chosen = isChosen(option)
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search field has the focus, and handles the keys
          <div
            key={`${typeof option.value}:${String(option.value)}`}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
            role="option"
            tabIndex={-1}
            aria-selected={chosen}
            aria-disabled={option.disabled || undefined}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: rowHeight }}
            className={classes(css.option, index === activeIndex && css.active, chosen && css.chosen)}
            onMouseMove={() => onActive(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!option.disabled) onChoose(option)
            }}
          >
            {multiple ? <span className={css.box} /> : null}
            {option.icon}
            <span className={css.label} dir="auto" title={option.label.length > 36 ? option.label : undefined}>
              {option.label}
            </span>
            {option.hint === undefined ? null : <span className={css.hint}>{option.hint}</span>}
            {chosen && !multiple ? <Check size={14} className={css.tick} /> : null}
          </div>
        )
      })}
      <div style={{ height: (rows.length - end) * rowHeight }} />
    </div>
  )
}
