import type { ConnectionSpec } from '../../contracts.ts'
import type { Driver } from '../dialect.ts'
import { allowedFile } from '../shared/allowedFile.ts'
import { openSqliteFile, SqliteEngine } from '../shared/sqliteFile.ts'

export const open: Driver['open'] = async (connection, settings) =>
  new SqliteEngine((isWritable) => openSqliteFile(pathOf(connection, settings.fileFolders), isWritable))

function pathOf(connection: ConnectionSpec, folders: readonly string[]): string {
  const { database } = 'options' in connection ? (connection.options as { database?: unknown }) : {}
  return allowedFile(String(database ?? ''), folders)
}
