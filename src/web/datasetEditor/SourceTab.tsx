import { useQuery } from '@tanstack/react-query'
import { Lock, LockOpen } from 'lucide-react'
import { schemasQuery } from '../api/databaseTables.ts'
import type { VersionedDataset } from '../api/datasetEdit.ts'
import { messageOf } from '../api/failure.ts'
import { related } from '../api/related.ts'
import { useTableOptions } from '../api/useTableOptions.ts'
import { SqlInput } from '../controls/sql/SqlInput.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { Select } from '../ui/select/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetEditor.module.css'
import { startSql } from './datasetDraft.ts'
import type { TabProps } from './tabs.ts'

const texts = defineTexts('datasetEditor.source', {
  locked: 'Click the lock to make changes.',
  open: 'Click the lock to prevent further changes.',
  kind: 'Source',
  physical: 'Physical (table or view)',
  virtual: 'Virtual (SQL)',
  database: 'Database',
  schema: 'Schema',
  table: 'Table',
  name: 'Dataset name',
  sql: 'SQL',
  changed: 'The columns are reloaded from this source when you save.',
})

const loadDatabases = related('dataset', 'database')

interface SourceTabProps extends TabProps {
  saved: VersionedDataset['dataset']
  isLocked: boolean
  onLock: (isLocked: boolean) => void
  isSourceChanged: boolean
}

/** The source of the dataset: a table, or the result of a query. */
export function SourceTab({ draft, onChange, saved, isLocked, onLock, isSourceChanged }: SourceTabProps) {
  const t = useText()
  const isVirtual = draft.sql !== null
  const schemas = useQuery({ ...schemasQuery(draft.database.id), enabled: !isLocked })
  const loadTables = useTableOptions(draft.database.id, draft.schema ?? '')
  const failure = schemas.error
  const Icon = isLocked ? Lock : LockOpen
  return (
    <div className={css.source}>
      <Button size="sm" aria-pressed={!isLocked} icon={<Icon size={14} />} onClick={() => onLock(!isLocked)}>
        {t(isLocked ? texts.locked : texts.open)}
      </Button>
      {isSourceChanged ? <Banner tone="info">{t(texts.changed)}</Banner> : null}
      {failure ? <Banner tone="danger">{messageOf(failure)}</Banner> : null}
      <RadioGroup
        label={t(texts.kind)}
        value={isVirtual ? 'virtual' : 'physical'}
        onChange={(kind) => onChange({ ...draft, sql: kind === 'virtual' ? (saved.sql ?? startSql(draft)) : null })}
        options={[
          { value: 'physical', label: t(texts.physical), disabled: isLocked },
          { value: 'virtual', label: t(texts.virtual), disabled: isLocked },
        ]}
      />
      <div className={css.three}>
        <Field label={t(texts.database)}>
          <Select
            size="md"
            label={t(texts.database)}
            disabled={isLocked}
            load={loadDatabases}
            labelOf={(id) => (id === draft.database.id ? draft.database.database_name : undefined)}
            value={draft.database.id}
            onChange={(id) => {
              if (id !== undefined) onChange({ ...draft, database: { id, database_name: '' }, schema: null })
            }}
          />
        </Field>
        <Field label={t(texts.schema)}>
          <Select
            size="md"
            label={t(texts.schema)}
            disabled={isLocked}
            loading={schemas.isFetching}
            options={(schemas.data ?? []).map((value) => ({ value, label: value }))}
            value={draft.schema ?? undefined}
            onChange={(schema) => onChange({ ...draft, schema: schema ?? null })}
          />
        </Field>
        {isVirtual ? (
          <TextField
            size="md"
            required
            label={t(texts.name)}
            disabled={isLocked}
            maxLength={250}
            value={draft.table_name}
            onChange={(table_name) => onChange({ ...draft, table_name })}
          />
        ) : (
          <Field label={t(texts.table)} required>
            <Select
              size="md"
              label={t(texts.table)}
              disabled={isLocked || draft.schema === null}
              load={loadTables}
              labelOf={(table) => table}
              value={draft.table_name}
              onChange={(table_name) => {
                if (table_name !== undefined) onChange({ ...draft, table_name })
              }}
            />
          </Field>
        )}
      </div>
      {isVirtual ? (
        <div className={css.room}>
          <Field label={t(texts.sql)} required>
            <SqlInput
              label={t(texts.sql)}
              columns={[]}
              disabled={isLocked}
              value={draft.sql ?? ''}
              onChange={(sql) => onChange({ ...draft, sql })}
            />
          </Field>
        </div>
      ) : null}
    </div>
  )
}
