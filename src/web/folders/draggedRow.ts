import type { DragEvent } from 'react'
import { type FoldedKind, foldedKinds } from '../../model/folder/folderForm.ts'

const type = 'application/x-sextant-objects'
const folderType = 'application/x-sextant-folder'

/** Objects of a list that are dragged to a folder. */
export function startRowDrag({ dataTransfer }: DragEvent, kind: FoldedKind, ids: readonly number[]): void {
  dataTransfer.setData(type, JSON.stringify({ kind, ids }))
  dataTransfer.effectAllowed = 'move'
}

export function startFolderDrag({ dataTransfer }: DragEvent, id: number): void {
  dataTransfer.setData(folderType, String(id))
  dataTransfer.effectAllowed = 'move'
}

export const isRowDrag = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(type)
export const isFolderDrag = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(folderType)

export const draggedFolder = ({ dataTransfer }: DragEvent): number => Number(dataTransfer.getData(folderType))

/** What was dropped; undefined if it comes from somewhere else. */
export function droppedRows({ dataTransfer }: DragEvent): { kind: FoldedKind; ids: number[] } | undefined {
  try {
    const { kind, ids } = JSON.parse(dataTransfer.getData(type)) as { kind: FoldedKind; ids: number[] }
    return foldedKinds.includes(kind) && ids.every(Number.isSafeInteger) ? { kind, ids } : undefined
  } catch {
    return undefined
  }
}
