import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import type { Mark } from '../contract.ts'
import css from './MarkList.module.css'

interface Props {
  label: string
  marks: Mark[]
  /** the points of a mark that represents a series */
  pointsOf?: ((mark: Mark) => Mark[]) | undefined
  selected: unknown[]
  onFocusMark: (mark: Mark | undefined) => void
  /** false: the mark cannot be selected, and its menu opens instead */
  onChoose: (mark: Mark) => boolean
  onMenu: (mark: Mark, x: number, y: number) => void
}

/**
 * A canvas has no focusable elements: its marks are offered as a list box with one tab stop, above the chart. The left
 * and right arrows move between the points of a series, the other two between series.
 */
export function MarkList({ label, marks, pointsOf, selected, onFocusMark, onChoose, onMenu }: Props) {
  const id = useId()
  const [current, setCurrent] = useState(0)
  const [point, setPoint] = useState(0)
  const [isFocused, setIsFocused] = useState(false)
  const first = Math.min(current, marks.length - 1)
  const along = useMemo(
    () => pointsAlong(marks[first]),
    // the points change only with the marks
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [marks, first],
  )
  // a series comes before its points
  const list = along.length > 1 ? along : marks
  const index = along.length > 1 ? Math.min(point, along.length - 1) : first
  const mark = list[index]
  const chosen = new Set(selected.map(String))

  function pointsAlong(series: Mark | undefined): Mark[] {
    return series ? [series, ...(pointsOf?.(series) ?? [])] : []
  }

  function moveTo(next: number) {
    const wrapped = (next + list.length) % list.length
    if (list === marks) setCurrent(wrapped)
    else setPoint(wrapped)
    onFocusMark(list[wrapped])
  }

  /** Moves to the same position in another series. */
  function moveAcross(step: number) {
    if (list === marks) return moveTo(index + step)
    const next = (first + step + marks.length) % marks.length
    const others = pointsAlong(marks[next])
    const same = Math.max(
      0,
      others.findIndex(({ dataIndex }) => dataIndex === mark?.dataIndex),
    )
    setCurrent(next)
    setPoint(same)
    onFocusMark(others[same])
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (mark === undefined) return
    const box = event.currentTarget.getBoundingClientRect()
    const openMenu = () => onMenu(mark, box.right - 16, box.top + 28)
    const choose = () => {
      if (!onChoose(mark)) openMenu()
    }
    const actions: Record<string, () => void> = {
      ArrowRight: () => moveTo(index + 1),
      ArrowDown: () => moveAcross(1),
      ArrowLeft: () => moveTo(index - 1),
      ArrowUp: () => moveAcross(-1),
      Home: () => moveTo(0),
      End: () => moveTo(list.length - 1),
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
      {/* renders only marks close to the current one: a chart may have thousands */}
      {list.map((each, position) =>
        Math.abs(position - index) > 2 ? null : (
          <div
            key={position}
            id={`${id}-${position}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the listbox above
            role="option"
            aria-selected={chosen.has(each.label)}
            aria-setsize={list.length}
            aria-posinset={position + 1}
            className={isFocused && position === index ? css.current : css.mark}
          >
            {each.text ?? each.label}
          </div>
        ),
      )}
    </div>
  )
}
