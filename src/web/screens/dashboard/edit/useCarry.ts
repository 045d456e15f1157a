import { draggable, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Carried } from '../../../../model/dashboardEdit.ts'
import { useEditor } from './editStore.ts'
import { nearestPlace } from './geometry.ts'

const EDGE_PX = 56
const SCROLL_STEP_PX = 14

/** Lets an element be dragged to another place of the layout; fields and handles in it keep the pointer. */
export function useCarry(
  element: RefObject<HTMLElement | null>,
  carried: () => Carried | undefined,
  label: string,
  handle?: RefObject<HTMLElement | null>,
): void {
  const editor = useEditor()
  const start = useEffectEvent(() => {
    const thing = carried()
    if (thing) editor.lift(thing, label, 'pointer')
  })
  const canStart = useEffectEvent((x: number, y: number) => {
    const below = document.elementFromPoint(x, y)
    return carried() !== undefined && !below?.closest('input, textarea, [data-handle]')
  })
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      dragHandle: handle?.current ?? undefined,
      canDrag: ({ input }) => canStart(input.clientX, input.clientY),
      onDragStart: start,
    })
  }, [element, handle])
}

/**
 * Follows whatever is dragged to its place. Apart from the dragged element, because that one leaves the page when another
 * tab is opened on the way.
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
          editor.aim(nearestPlace(lifted.candidates, editor.position(), clientX, clientY))
        },
        onDrop({ location }) {
          const { lifted } = editor.store.getState()
          if (!lifted || location.current.dropTargets.length === 0) return editor.cancelLift()
          // where it is let go counts, not where the pointer was last looked at: a quick hand is faster than the looks
          const { clientX, clientY } = location.current.input
          editor.aim(nearestPlace(lifted.candidates, editor.position(), clientX, clientY))
          editor.drop()
        },
      }),
    [editor],
  )
}

function scrollAtEdges(y: number): void {
  const scroller = document.querySelector('[data-edit-scroller]')
  if (!scroller) return
  const { top, bottom } = scroller.getBoundingClientRect()
  if (y < top + EDGE_PX) scroller.scrollBy({ top: -SCROLL_STEP_PX })
  else if (y > bottom - EDGE_PX) scroller.scrollBy({ top: SCROLL_STEP_PX })
}
