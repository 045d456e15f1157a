import { tableMetadataQuery } from '../../../api/databaseTables.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { tell } from './lab.ts'
import { labTexts } from './labTexts.ts'
import type { LabTab } from './labTypes.ts'
import { runSql } from './running.ts'

/** Loads the first rows of a table, which are shown in a separate tab below the editor. */
export async function previewTable(tab: LabTab, table: string, schema = tab.schema): Promise<void> {
  const { databaseId } = tab
  if (databaseId === null) return
  try {
    const { selectStar } = await queryClient.fetchQuery(tableMetadataQuery({ databaseId, schema, table }))
    runSql({ ...tab, schema }, { sql: selectStar, previewOf: table })
  } catch (error) {
    tell(labTexts.tableMetadata)(error)
  }
}
