import type { PlacedFolder } from './folderRows.ts'

/** The name of a folder, indented according to its depth. */
export function LeveledName({ folder: { level, name } }: { folder: PlacedFolder }) {
  return <span style={{ paddingInlineStart: level * 16 }}>{name}</span>
}
