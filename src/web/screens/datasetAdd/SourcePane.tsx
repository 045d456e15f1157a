import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, RefreshCw, Search, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { refreshSchemas, refreshTables, schemasQuery, tablesQuery } from '../../api/databaseTables.ts'
import { messageOf } from '../../api/failure.ts'
import { databaseNameQuery, databaseOptions, takenTablesQuery } from '../../api/sourceTables.ts'
import { classes } from '../../ui/classes.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LabelledIcon } from '../../ui/LabelledIcon.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import css from './DatasetAddScreen.module.css'

const texts = defineTexts('datasetSource', {
  place: 'Select database & schema',
  database: 'Database',
  databasePlaceholder: 'Select database or type database name',
  noDatabases: 'There are no databases available',
  manage: 'Manage your databases here',
  schema: 'Schema',
  schemaPlaceholder: 'Select schema or type schema name',
  table: 'Select database table',
  refreshSchemas: 'Refresh schemas',
  refreshTables: 'Refresh tables',
  search: 'Search tables',
  updated: 'List updated',
  none: 'No tables',
  more: '{shown, number} of {count, number} tables. Search to find others.',
  exists: 'This table already has a dataset',
})

export interface Source {
  databaseId?: number
  schema?: string
  table?: string
}

const searchDelayMs = 250
const tablesShown = 200

/** Database, schema and table; tables are searched on the server. */
export function SourcePane({ source, onChange }: { source: Source; onChange: (source: Source) => void }) {
  const t = useText()
  const [databaseField, schemaField] = [useId(), useId()]
  const { databaseId } = source
  const any = useQuery({ queryKey: ['databases', 'any'], queryFn: () => databaseOptions('', 0) })
  const named = useQuery(databaseNameQuery(databaseId))
  const schemas = useQuery(schemasQuery(databaseId))
  // a single schema is selected automatically
  const only = schemas.data?.length === 1 ? schemas.data[0] : undefined
  const schema = source.schema ?? only

  async function refresh(id: number) {
    try {
      await refreshSchemas(id)
      toast.success(t(texts.updated))
    } catch (error) {
      toast.danger(messageOf(error))
    }
  }

  return (
    <section className={css.source} aria-label={t(texts.place)}>
      <h2 className={css.heading}>{t(texts.place)}</h2>
      <Field label={t(texts.database)} htmlFor={databaseField}>
        <Select
          id={databaseField}
          size="md"
          label={t(texts.database)}
          placeholder={t(texts.databasePlaceholder)}
          emptyText={t(texts.noDatabases)}
          load={databaseOptions}
          labelOf={() => named.data}
          value={databaseId}
          onChange={(id) => onChange({ databaseId: id })}
        />
      </Field>
      {any.data?.count === 0 ? (
        <p className={css.hint}>
          {t(texts.noDatabases)} —{' '}
          <a className={css.link} href="/databaseview/list/">
            {t(texts.manage)}
          </a>
        </p>
      ) : null}
      <Field label={t(texts.schema)} htmlFor={schemaField}>
        <div className={css.withButton}>
          <Select
            id={schemaField}
            size="md"
            label={t(texts.schema)}
            placeholder={t(texts.schemaPlaceholder)}
            disabled={databaseId === undefined}
            loading={schemas.isFetching}
            options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
            searchable
            value={schema}
            onChange={(name) => onChange({ databaseId, schema: name })}
          />
          <IconButton
            label={t(texts.refreshSchemas)}
            icon={<RefreshCw size={14} />}
            disabled={databaseId === undefined}
            onClick={() => databaseId !== undefined && void refresh(databaseId)}
          />
        </div>
      </Field>
      {schemas.error ? (
        <ErrorPanel compact message={messageOf(schemas.error)} onRetry={() => void schemas.refetch()} />
      ) : null}
      {databaseId !== undefined && schema !== undefined ? (
        <Tables
          key={`${databaseId} ${schema}`}
          databaseId={databaseId}
          schema={schema}
          chosen={source.table}
          onChoose={(table) => onChange({ databaseId, schema, table })}
        />
      ) : null}
    </section>
  )
}

interface TablesProps {
  databaseId: number
  schema: string
  chosen: string | undefined
  onChoose: (table: string) => void
}

function Tables({ databaseId, schema, chosen, onChoose }: TablesProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const filter = useDebounced(search.trim(), searchDelayMs)
  const tables = useQuery({
    ...tablesQuery({ databaseId, schema, filter, pageSize: tablesShown }),
    placeholderData: keepPreviousData,
  })
  const { data: taken } = useQuery(takenTablesQuery(databaseId, schema))

  async function refresh() {
    try {
      await refreshTables(databaseId, schema)
      toast.success(t(texts.updated))
    } catch (error) {
      toast.danger(messageOf(error))
    }
  }

  return (
    <>
      <div className={css.withButton}>
        <h2 className={css.heading}>{t(texts.table)}</h2>
        <IconButton label={t(texts.refreshTables)} icon={<RefreshCw size={14} />} onClick={() => void refresh()} />
      </div>
      <TextField
        type="search"
        label={t(texts.search)}
        hideLabel
        size="md"
        icon={<Search size={14} />}
        placeholder={t(texts.search)}
        value={search}
        onChange={setSearch}
      />
      {tables.error ? (
        <ErrorPanel compact message={messageOf(tables.error)} onRetry={() => void tables.refetch()} />
      ) : null}
      {tables.isPending && !tables.error ? <Spinner /> : null}
      <ScrollRegion label={t(texts.table)} className={css.tables} aria-busy={tables.isFetching}>
        {tables.data?.result.map(({ value }) => (
          <button
            key={value}
            type="button"
            className={classes(css.table, value === chosen && css.chosen)}
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
          >
            <Table2 size={14} aria-hidden="true" />
            <span className={css.cut}>{value}</span>
            {taken?.has(value) ? (
              <LabelledIcon label={t(texts.exists)} tooltip={t(texts.exists)} className={css.taken}>
                <CircleAlert size={14} />
              </LabelledIcon>
            ) : null}
          </button>
        ))}
        {tables.data?.count === 0 ? <p className={css.hint}>{t(texts.none)}</p> : null}
        {tables.data && tables.data.count > tables.data.result.length ? (
          <p className={css.hint}>{t(texts.more, { shown: tables.data.result.length, count: tables.data.count })}</p>
        ) : null}
      </ScrollRegion>
    </>
  )
}
