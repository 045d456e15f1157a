/** A folder and its parent. */
export interface FolderPlaceInTree {
  id: number
  parent_id: number | null
}

/** Ids from a folder up to the top, itself included. Ends at a cycle, which a stored tree does not have. */
export function folderPath(folders: ReadonlyMap<number, FolderPlaceInTree>, id: number | null): number[] {
  const path: number[] = []
  for (let at = id; at !== null && !path.includes(at); at = folders.get(at)?.parent_id ?? null) path.push(at)
  return path
}

/** The number of levels of a folder with all that is below it; 1 without folders in it. */
export function folderHeight(folders: ReadonlyMap<number, FolderPlaceInTree>, id: number): number {
  const heights = [...folders.values()].map((folder) => folderPath(folders, folder.id).indexOf(id))
  return Math.max(0, ...heights) + 1
}

/** A name that none of the others has: `Sales`, `Sales (2)`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(folderKey(free)); number += 1) free = `${name} (${number})`
  return free
}

/** Names that differ only in case are equal. */
export const folderKey = (name: string): string => name.normalize('NFC').toLowerCase()
