import type { DragEvent } from 'react'
import type { FoldedKind } from '../api/folders.ts'

const rowType = 'application/x-sextant-objects'
// specific types: during a drag, only the types of the data can be read
const folderType = (isPersonal: boolean) => `application/x-sextant-${isPersonal ? 'personal' : 'shared'}-folder`

/** Starts dragging objects of a list to a folder. */
export function startRowDrag({ dataTransfer }: DragEvent, kind: FoldedKind, ids: readonly number[]): void {
  dataTransfer.setData(rowType, JSON.stringify({ kind, ids }))
  dataTransfer.effectAllowed = 'move'
}

export function startFolderDrag({ dataTransfer }: DragEvent, folder: { id: number; is_personal: boolean }): void {
  dataTransfer.setData(folderType(folder.is_personal), String(folder.id))
  dataTransfer.effectAllowed = 'move'
}

/** Whether the dragged data can be dropped among these folders: rows always, shared folders only among shared ones. */
export const isDroppable = ({ dataTransfer: { types } }: DragEvent, isPersonal: boolean): boolean =>
  types.includes(rowType) || types.includes(folderType(isPersonal))

/** The id of a dropped folder; undefined if it was something else. */
export function droppedFolder({ dataTransfer }: DragEvent, isPersonal: boolean): number | undefined {
  const id = dataTransfer.getData(folderType(isPersonal))
  return id === '' ? undefined : Number(id)
}

/** The dropped objects of the list; undefined if it was something else. */
export function droppedRows({ dataTransfer }: DragEvent, listed: FoldedKind): number[] | undefined {
  const data = dataTransfer.getData(rowType)
  if (data === '') return undefined
  // only `startRowDrag` writes data of this type
  const { kind, ids } = JSON.parse(data) as { kind: FoldedKind; ids: number[] }
  return kind === listed ? ids : undefined
}
