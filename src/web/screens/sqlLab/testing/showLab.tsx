import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { type ServerAround, type ShownParts, showWithServer } from '../../../testing/showWithServer.tsx'
import { useLab } from '../state/lab.ts'
import { emptyLab, type LabDatabase, type LabQuery, type LabTab } from '../state/labTypes.ts'

export const tabOf = (more: Partial<LabTab> = {}): LabTab => ({
  id: -1,
  label: 'Untitled Query 1',
  databaseId: 1,
  schema: 'shop',
  sql: 'SELECT 1',
  limit: 1000,
  templateParams: '{}',
  savedQueryId: null,
  hidesPane: false,
  tables: [],
  isLoaded: true,
  ...more,
})

export const databaseOf = (more: Partial<LabDatabase> = {}): LabDatabase => ({
  id: 1,
  database_name: 'Shop',
  expose_in_sqllab: true,
  allow_run_async: false,
  allow_file_upload: false,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  force_ctas_schema: null,
  backend: 'postgresql',
  ...more,
})

export const queryOf = (more: Partial<LabQuery> = {}): LabQuery => ({
  id: 'one',
  queryId: 7,
  serverId: 7,
  changedOn: '',
  changed_on: '',
  dbId: 1,
  db: 'Shop',
  startDttm: 1_700_000_000_000,
  endDttm: 1_700_000_001_230,
  errorMessage: null,
  executedSql: null,
  limit: 1000,
  limitingFactor: 'NOT_LIMITED',
  progress: 100,
  rows: 2,
  catalog: null,
  schema: 'shop',
  ctas: false,
  sql: 'SELECT 1',
  sqlEditorId: '-1',
  state: 'success',
  tab: 'Untitled Query 1',
  tempSchema: null,
  tempTable: null,
  userId: 1,
  user: 'A B',
  resultsKey: null,
  trackingUrl: null,
  extra: {},
  ...more,
})

/** A result in the format of the server. */
export const resultOf = (names: readonly string[], rows: readonly (readonly unknown[])[]) => ({
  query_id: 7,
  status: 'success',
  data: rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]]))),
  columns: names.map((name) => ({ name, type: 'STRING', is_dttm: false })),
  selected_columns: [],
  expanded_columns: [],
  query: queryOf(),
})

/** Settings of the database that the editor needs. */
export const settings = {
  id: 1,
  database_name: 'Shop',
  backend: 'postgresql',
  allows_virtual_table_explore: true,
  disable_data_preview: false,
  allows_cost_estimate: false,
}

const dialect = { quote: { open: '"', close: '"' }, keywords: null, functions: [], explains: false, samples: false }

interface Around extends ServerAround {
  tabs?: LabTab[]
  databases?: LabDatabase[]
  queries?: LabQuery[]
}

/** Renders a part of SQL Lab with its state and a server. Everything is reset at the end of the test. */
export function showLab(
  parts: ReactNode,
  { tabs, databases, queries = [], answers, ...around }: Around = {},
): ShownParts {
  const shownTabs = tabs ?? [tabOf()]
  useLab.setState({
    status: 'ready',
    tabs: shownTabs,
    activeId: shownTabs[0]?.id ?? null,
    databases: Object.fromEntries((databases ?? [databaseOf()]).map((database) => [String(database.id), database])),
    queries: Object.fromEntries(queries.map((query) => [query.id, query])),
  })
  onTestFinished(() => act(() => useLab.setState(emptyLab, true)))
  return showWithServer(parts, {
    ...around,
    answers: {
      '/api/v1/sqllab/dialect/': { result: dialect },
      '/api/v1/database/?': { count: 1, result: [settings] },
      ...answers,
    },
  })
}
