import { type KeyboardEvent, useId, useState } from 'react'
import type { Mark } from '../../charts/shared/contract.ts'
import css from './EChartsView.module.css'

interface Props {
  label: string
  marks: Mark[]
  selected: unknown[]
  onFocusMark: (mark: Mark | undefined) => void
  /** absent: the menu opens instead */
  onChoose: ((mark: Mark) => void) | undefined
  onMenu: (mark: Mark, x: number, y: number) => void
}

/** A canvas has no focusable elements: its marks are offered as a list box with one tab stop, above the chart. */
export function MarkList({ label, marks, selected, onFocusMark, onChoose, onMenu }: Props) {
  const id = useId()
  const [current, setCurrent] = useState(0)
  const [isFocused, setIsFocused] = useState(false)
  const index = Math.min(current, marks.length - 1)
  const mark = marks[index]
  const chosen = new Set(selected.map(String))

  function moveTo(next: number) {
    const wrapped = (next + marks.length) % marks.length
    setCurrent(wrapped)
    onFocusMark(marks[wrapped])
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (mark === undefined) return
    const box = event.currentTarget.getBoundingClientRect()
    const openMenu = () => onMenu(mark, box.right - 16, box.top + 28)
    const choose = () => (onChoose ? onChoose(mark) : openMenu())
    const actions: Record<string, () => void> = {
      ArrowRight: () => moveTo(index + 1),
      ArrowDown: () => moveTo(index + 1),
      ArrowLeft: () => moveTo(index - 1),
      ArrowUp: () => moveTo(index - 1),
      Home: () => moveTo(0),
      End: () => moveTo(marks.length - 1),
      Enter: choose,
      ' ': choose,
      ContextMenu: openMenu,
      ...(event.shiftKey && { F10: openMenu }),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it lists marks of a picture and is no form field
      role="listbox"
      aria-label={label}
      aria-activedescendant={mark && `${id}-${index}`}
      tabIndex={0}
      className={css.marks}
      onKeyDown={onKeyDown}
      onFocus={() => {
        setIsFocused(true)
        onFocusMark(mark)
      }}
      onBlur={() => {
        setIsFocused(false)
        onFocusMark(undefined)
      }}
    >
      {/* only marks close to the current one: a chart may have thousands */}
      {marks.map((each, position) =>
        Math.abs(position - index) > 2 ? null : (
          <div
            key={position}
            id={`${id}-${position}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
            role="option"
            aria-selected={chosen.has(each.label)}
            aria-setsize={marks.length}
            aria-posinset={position + 1}
            className={isFocused && position === index ? css.current : css.mark}
          >
            {each.label}
          </div>
        ),
      )}
    </div>
  )
}
