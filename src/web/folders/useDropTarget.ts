import { type DragEvent, useState } from 'react'
import { isDroppable } from './draggedRow.ts'

/** A target on which rows and folders can be dropped; `isOver`: something that it accepts is being dragged over it. */
export function useDropTarget(isPersonal: boolean, onDrop: (event: DragEvent) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!isDroppable(event, isPersonal)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave() {
        setIsOver(false)
      },
      onDrop(event: DragEvent) {
        if (!isDroppable(event, isPersonal)) return
        event.preventDefault()
        setIsOver(false)
        onDrop(event)
      },
    },
  }
}
