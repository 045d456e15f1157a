import { useQuery } from '@tanstack/react-query'
import { Database, RefreshCw } from 'lucide-react'
import { useCallback } from 'react'
import {
  loadTables,
  metadataStaleTime,
  refreshSchemas,
  refreshTables,
  schemasQuery,
} from '../../../api/databaseTables.ts'
import { editorDatabasesQuery } from '../../../api/sqlLab.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MultiSelect, Select, type SelectOption } from '../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { addTable, editTab, isSame, rememberDatabase, removeTable, useLab } from '../state/lab.ts'
import type { LabTab } from '../state/labTypes.ts'
import { previewTable } from '../state/preview.ts'
import css from './LeftPane.module.css'
import { NamedResults } from './NamedResults.tsx'
import { TablePanel } from './TablePanel.tsx'

const texts = defineTexts('sqlLab.left', {
  database: 'Database',
  schema: 'Schema',
  tables: 'See table schema',
  databasePlaceholder: 'Select database or type database name',
  schemaPlaceholder: 'Select schema or type schema name',
  tablePlaceholder: 'Select table or type table name',
  refreshSchemas: 'Force refresh schema list',
  refreshTables: 'Force refresh table list',
  schemasFailed: 'There was an error loading the schemas',
  tablesFailed: 'There was an error loading the tables',
  none: 'Select a database to write a query',
  noneText: 'Its schemas and tables are listed here.',
  noDatabases: 'No databases for SQL Lab',
  noDatabasesText: 'A database appears here when it is exposed in SQL Lab and you may read it.',
})

const tablesPerPage = 100

/** Database, schema and tables of a tab. */
export function LeftPane({ tab }: { tab: LabTab }) {
  const t = useText()
  const databases = useLab((state) => state.databases)
  const all = Object.values(databases)
  const chosen = all.find(({ id }) => id === tab.databaseId)
  return (
    <section className={css.pane} aria-label={t(texts.tables)}>
      <div className={css.pickers}>
        <div className={css.picker}>
          <Field label={t(texts.database)}>
            <Select
              label={t(texts.database)}
              placeholder={t(texts.databasePlaceholder)}
              searchable
              options={all.map(({ id, database_name, backend }) => ({
                value: id,
                label: database_name,
                hint: backend,
                icon: <Database size={14} />,
              }))}
              value={tab.databaseId ?? undefined}
              onChange={(databaseId) => {
                editTab(tab.id, { databaseId: databaseId ?? null, schema: null })
                if (databaseId !== undefined) rememberDatabase(databaseId)
              }}
            />
          </Field>
          {chosen ? <span className={css.engine}>{chosen.backend}</span> : null}
        </div>
        <SchemaPicker tab={tab} />
        <TablePicker tab={tab} />
      </div>
      <div className={css.tables}>
        {tab.databaseId === null ? (
          <EmptyState
            size="small"
            picture={false}
            title={t(all.length === 0 ? texts.noDatabases : texts.none)}
            text={t(all.length === 0 ? texts.noDatabasesText : texts.noneText)}
          />
        ) : null}
        <NamedResults tab={tab} />
        {tab.tables
          .filter(({ databaseId }) => databaseId === tab.databaseId)
          .map((table) => (
            <TablePanel key={table.id} tab={tab} table={table} />
          ))}
      </div>
    </section>
  )
}

function SchemaPicker({ tab }: { tab: LabTab }) {
  const t = useText()
  const schemas = useQuery({ ...schemasQuery(tab.databaseId), staleTime: metadataStaleTime })
  const refresh = async () => {
    try {
      await refreshSchemas(tab.databaseId ?? 0)
    } catch {
      toast.danger(t(texts.schemasFailed))
    }
  }
  return (
    <PickerField
      label={t(texts.schema)}
      refreshLabel={t(texts.refreshSchemas)}
      onRefresh={tab.databaseId === null ? undefined : refresh}
      error={schemas.isError ? t(texts.schemasFailed) : undefined}
    >
      <Select
        label={t(texts.schema)}
        placeholder={t(texts.schemaPlaceholder)}
        searchable
        disabled={tab.databaseId === null}
        loading={schemas.isFetching}
        options={(schemas.data ?? []).map((value) => ({ value, label: value }))}
        labelOf={(value) => value}
        value={tab.schema ?? undefined}
        onChange={(schema) => editTab(tab.id, { schema: schema ?? null })}
      />
    </PickerField>
  )
}

function TablePicker({ tab }: { tab: LabTab }) {
  const t = useText()
  const { databaseId, schema } = tab
  const editorDatabases = useQuery(editorDatabasesQuery)
  const load = useCallback(
    async (search: string, page: number, signal: AbortSignal) => {
      const request = {
        databaseId: databaseId ?? 0,
        schema: schema ?? '',
        filter: search,
        page,
        pageSize: tablesPerPage,
      }
      const { count, result } = await loadTables(request, signal)
      const options = result.map(
        ({ value, type }): SelectOption<string> => ({
          value,
          label: value,
          hint: type === 'view' ? 'view' : undefined,
        }),
      )
      return { count, options }
    },
    [databaseId, schema],
  )
  const refresh = async () => {
    try {
      await refreshTables(databaseId ?? 0, schema ?? '')
    } catch {
      toast.danger(t(texts.tablesFailed))
    }
  }
  const shown = tab.tables.filter((table) => table.databaseId === databaseId && table.schema === schema)

  async function change(names: string[]) {
    const current = useLab.getState().tabs.find(({ id }) => id === tab.id) ?? tab
    for (const table of shown) if (!names.includes(table.name)) removeTable(current, table.id)
    for (const name of names) {
      if (databaseId === null || shown.some((table) => isSame(table, { databaseId, schema, name }))) continue
      await addTable(current, name)
      const settings = editorDatabases.data?.find(({ id }) => id === databaseId)
      if (!settings?.disable_data_preview) void previewTable(current, name)
    }
  }

  return (
    <PickerField
      label={t(texts.tables)}
      refreshLabel={t(texts.refreshTables)}
      onRefresh={schema === null ? undefined : refresh}
    >
      <MultiSelect
        key={`${databaseId} ${schema}`}
        label={t(texts.tables)}
        placeholder={t(texts.tablePlaceholder)}
        disabled={schema === null}
        load={load}
        labelOf={(value) => value}
        value={shown.map(({ name }) => name)}
        onChange={(names) => void change(names)}
      />
    </PickerField>
  )
}

interface PickerFieldProps {
  label: string
  refreshLabel: string
  onRefresh: (() => Promise<void>) | undefined
  error?: string
  children: React.ReactNode
}

/** A picker with a button that reloads its list. */
function PickerField({ label, refreshLabel, onRefresh, error, children }: PickerFieldProps) {
  return (
    <div className={css.picker}>
      <Field label={label} error={error}>
        {children}
      </Field>
      <span className={css.refresh}>
        <IconButton
          size="xs"
          label={refreshLabel}
          icon={<RefreshCw size={13} />}
          disabled={onRefresh === undefined}
          onClick={() => void onRefresh?.()}
        />
      </span>
    </div>
  )
}
