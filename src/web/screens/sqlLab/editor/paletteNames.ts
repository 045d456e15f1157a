import type { EditorName } from '../../../shell/editorNames.ts'
import type { Catalog } from './completions.ts'

const mostTables = 6
const mostColumns = 6

/** Tables of the tab's schema, and columns of the tables in the left pane, whose names contain a text. */
export async function paletteNames(
  catalog: Catalog,
  text: string,
  write: (sql: string) => void,
): Promise<EditorName[]> {
  const contains = (name: string) => name.toLowerCase().includes(text.toLowerCase())
  const named = (name: string, place: string): EditorName => ({
    name,
    place,
    onSelect: () => write(catalog.quote(name)),
  })
  const tables = (await catalog.tables(undefined, text)).names.filter(contains).slice(0, mostTables)
  const columns = await Promise.all(
    catalog.openTables().map(async (table) => {
      const found = await catalog.columns(undefined, table)
      return found.filter(({ name }) => contains(name)).map(({ name }) => named(name, table))
    }),
  )
  return [...tables.map((table) => named(table, 'table')), ...columns.flat().slice(0, mostColumns)]
}
