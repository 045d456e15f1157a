import { can } from '../api/bootstrap.ts'
import type { FolderRow } from '../api/folders.ts'
import { compareNames } from '../ui/compareNames.ts'

/** A folder with its position in the tree. */
export interface PlacedFolder extends FolderRow {
  /** 0 at the top level */
  level: number
  /** number of objects in it and below it */
  total: number
  hasFolders: boolean
}

/** Whether the user may create objects, and thus shared folders. All other users only have personal folders. */
export const mayShareFolders = (): boolean =>
  (['Dashboard', 'Chart', 'Dataset'] as const).some((kind) => can('can_write', kind))

/** Folders by name in the order of a tree, each followed by its subfolders. Those of a closed folder are omitted. */
export function folderRows(
  folders: readonly FolderRow[],
  { isPersonal, closed = new Set() }: { isPersonal: boolean; closed?: ReadonlySet<number> },
): PlacedFolder[] {
  const inside = Map.groupBy(
    folders
      .filter((folder) => folder.is_personal === isPersonal)
      .toSorted((one, other) => compareNames(one.name, other.name)),
    (folder) => folder.parent_id,
  )
  const visit = (parent: number | null, level: number): { rows: PlacedFolder[]; total: number } => {
    let sum = 0
    const rows: PlacedFolder[] = []
    for (const folder of inside.get(parent) ?? []) {
      const below = visit(folder.id, level + 1)
      const total = folder.count + below.total
      sum += total
      rows.push({ ...folder, level, total, hasFolders: inside.has(folder.id) })
      if (!closed.has(folder.id)) rows.push(...below.rows)
    }
    return { rows, total: sum }
  }
  return visit(null, 0).rows
}
