import type { KnownChart, PictureKind, RowsTable } from './shared/contract.ts'

type Entry = [type: string, name: string, category: string, picture: PictureKind, rowsTable?: RowsTable]

/** Saved types that are known but not supported yet. A type that gets a folder is removed from this list. */
const entries: Entry[] = [['cartodiagram', 'Cartodiagram', 'Map', 'line']]

export const notDrawn: KnownChart[] = entries.map(([type, name, category, picture, rowsTable]) => ({
  type,
  name,
  category,
  picture,
  ...(rowsTable && { rowsTable }),
}))
