import type { DragEvent } from 'react'
import { startRowDrag } from '../folders/draggedRow.ts'
import type { ListDefinition } from './listDefinition.ts'
import type { Selection } from './useSelection.ts'

/** Attributes of a row or card that can be dragged to a folder. Dragging a selected one drags all selected ones. */
export function rowDrag(kind: ListDefinition<never>['foldedAs'], canDrag: boolean, selection: Selection, id: number) {
  if (!canDrag || kind === undefined) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => startRowDrag(event, kind, selection.ids.has(id) ? [...selection.ids] : [id]),
  }
}
