import { type PointerEvent, useRef, useState } from 'react'
import { columnSpan, GUTTER_PX, HEIGHT_UNIT_PX, type LayoutNode } from '../../../../../model/dashboard/layout.ts'
import { type Position, resizeComponent } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { inlineSign } from '../../../../ui/direction.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useEditor } from '../editStore.ts'
import css from './ResizeHandles.module.css'

type Side = 'right' | 'bottom' | 'corner'

const texts = defineTexts('dashboard.edit.size', {
  columns: '{columns, plural, one {# column} other {# columns}}',
  area: '{columns, plural, one {# column} other {# columns}} × {height, number} px',
})

/**
 * The resize handles of a tile or column. Widths snap to columns, heights to units of 8 px; one drag is one undo step.
 */
export function ResizeHandles({ node, columns, sides }: { node: LayoutNode; columns: number; sides: readonly Side[] }) {
  const t = useText()
  const editor = useEditor()
  const drag = useRef<{ x: number; y: number; width: number; height: number; columnPx: number; from: Position }>(
    undefined,
  )
  const [isResizing, setIsResizing] = useState(false)
  const width = columnSpan(node, columns)
  const height = node.meta.height ?? 50

  function start(event: PointerEvent<HTMLElement>) {
    const box = document.getElementById(node.id)?.getBoundingClientRect()
    if (!box || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    const columnPx = (box.width + GUTTER_PX) / width
    drag.current = { x: event.clientX, y: event.clientY, width, height, columnPx, from: editor.position() }
    setIsResizing(true)
  }

  function edited(event: PointerEvent<HTMLElement>, side: Side) {
    const begun = drag.current
    if (!begun) return
    return resizeComponent(begun.from, node.id, {
      ...(side !== 'bottom' && { width: begun.width + ((event.clientX - begun.x) * inlineSign()) / begun.columnPx }),
      ...(side !== 'right' && { height: begun.height + (event.clientY - begun.y) / HEIGHT_UNIT_PX }),
    })
  }

  function move(event: PointerEvent<HTMLElement>, side: Side) {
    const edit = edited(event, side)
    if (edit?.ok) editor.show(edit.value)
  }

  function end(event: PointerEvent<HTMLElement>, side: Side) {
    const edit = edited(event, side)
    const from = drag.current?.from
    drag.current = undefined
    setIsResizing(false)
    editor.show(undefined)
    if (edit?.ok && from && JSON.stringify(edit.value[node.id]) !== JSON.stringify(from[node.id])) editor.apply(edit)
  }

  return (
    <>
      {sides.map((side) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for the pointer; the part itself is resized by Shift and arrow keys
        <span
          key={side}
          data-handle={side}
          className={`${css.handle} ${css[side]}`}
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={start}
          onPointerMove={(event) => move(event, side)}
          onPointerUp={(event) => end(event, side)}
          onPointerCancel={(event) => end(event, side)}
        />
      ))}
      <span className={css.size} data-resizing={isResizing ? '' : undefined} aria-hidden="true">
        {node.type === 'COLUMN'
          ? t(texts.columns, { columns: width })
          : t(texts.area, { columns: width, height: height * HEIGHT_UNIT_PX })}
      </span>
    </>
  )
}
