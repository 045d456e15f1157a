import { statSync } from 'node:fs'
import type { ConnectionSpec } from '../../contracts.ts'
import type { Driver } from '../dialect.ts'
import { allowedFile } from '../shared/allowedFile.ts'
import { openSqliteFile, SqliteEngine } from '../shared/sqliteFile.ts'

export const open: Driver['open'] = async (connection, settings) => {
  const path = () => pathOf(connection, settings.fileFolders)
  return new SqliteEngine({
    open: (isWritable) => openSqliteFile(path(), isWritable),
    identity: () => {
      const file = statSync(path(), { bigint: true, throwIfNoEntry: false })
      return `${file?.dev} ${file?.ino}`
    },
  })
}

function pathOf(connection: ConnectionSpec, folders: readonly string[]): string {
  const { database } = 'options' in connection ? (connection.options as { database?: unknown }) : {}
  return allowedFile(String(database ?? ''), folders)
}
