import { draggable, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Carried } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { useEditor } from '../editStore.ts'
import { placeAt } from './geometry.ts'
import { scrollAtEdges } from './scrollAtEdges.ts'
import { useTouchCarry } from './useTouchCarry.ts'

/** The device of the last press; drag events do not contain it. */
const pointer = { type: '' }
window.addEventListener(
  'pointerdown',
  (event) => {
    pointer.type = event.pointerType
  },
  { capture: true, passive: true },
)

/** Makes an element draggable to another place of the layout, except by the fields and handles in the element. */
export function useCarry(
  element: RefObject<HTMLElement | null>,
  carried: () => Carried | undefined,
  label: string,
  handle?: RefObject<HTMLElement | null>,
): void {
  const editor = useEditor()
  const start = () => {
    const thing = carried()
    if (thing) editor.lift(thing, label, 'pointer')
    return thing !== undefined
  }
  const onDragStart = useEffectEvent(() => {
    start()
  })
  const canStart = useEffectEvent((x: number, y: number) => {
    const below = document.elementFromPoint(x, y)
    // touch is handled separately
    const isFinger = pointer.type === 'touch'
    return (
      !isFinger &&
      carried() !== undefined &&
      !below?.closest('input, textarea, [contenteditable="true"], [data-handle]')
    )
  })
  useTouchCarry(element, start, label, handle)
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      dragHandle: handle?.current ?? undefined,
      canDrag: ({ input }) => canStart(input.clientX, input.clientY),
      onDragStart,
    })
  }, [element, handle])
}

/**
 * Follows a drag to its target. Separate from the dragged element, which is unmounted when another tab is opened during
 * the drag.
 */
export function useDragMonitor(): void {
  const editor = useEditor()
  useEffect(
    () =>
      monitorForElements({
        onDrag({ location }) {
          const { lifted } = editor.store.getState()
          const { clientX, clientY } = location.current.input
          if (!lifted) return
          if (location.current.dropTargets.length === 0) return editor.aim(undefined)
          scrollAtEdges(clientY)
          editor.aim(placeAt(lifted, editor.position(), clientX, clientY))
        },
        onDrop({ location }) {
          const { lifted } = editor.store.getState()
          if (!lifted || location.current.dropTargets.length === 0) return editor.cancelLift()
          // uses the position of the drop: a fast pointer may have moved since the last reported position
          const { clientX, clientY } = location.current.input
          editor.aim(placeAt(lifted, editor.position(), clientX, clientY))
          editor.drop()
        },
      }),
    [editor],
  )
}
