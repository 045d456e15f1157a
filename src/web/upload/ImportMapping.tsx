import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { DatabaseMapping, ImportPlan } from '../../model/bundle/importPlan.ts'
import { schemasQuery } from '../api/databaseTables.ts'
import { databaseOptions } from '../api/sourceTables.ts'
import { Field } from '../ui/Field.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './FileDialog.module.css'

const texts = defineTexts('importMapping', {
  database: 'Database for {name}',
  own: 'As in the file',
  schema: 'Schema for {name}',
  noSchema: 'no schema',
})

interface ImportMappingProps {
  databases: ImportPlan['databases']
  mapping: DatabaseMapping
  onChange: (mapping: DatabaseMapping) => void
}

const targetsQuery = queryOptions({
  queryKey: ['importTargets'],
  queryFn: async () => (await databaseOptions('', 0)).options,
})

/** Maps the databases and schemas of a bundle to other ones. */
export function ImportMapping({ databases, mapping, onChange }: ImportMappingProps) {
  const { data: targets = [] } = useQuery(targetsQuery)
  if (targets.length === 0) return null
  return databases.map((database) => (
    <DatabaseTarget
      key={database.path}
      database={database}
      targets={targets}
      target={mapping[database.path]}
      onChange={(target) => {
        const { [database.path]: _, ...others } = mapping
        onChange(target ? { ...others, [database.path]: target } : others)
      }}
    />
  ))
}

interface DatabaseTargetProps {
  database: ImportPlan['databases'][number]
  targets: readonly { value: number; label: string }[]
  target: DatabaseMapping[string] | undefined
  onChange: (target: DatabaseMapping[string] | undefined) => void
}

function DatabaseTarget({ database: { name, schemas }, targets, target, onChange }: DatabaseTargetProps) {
  const t = useText()
  const fieldId = useId()
  return (
    <div className={css.secrets}>
      <Field label={t(texts.database, { name })} htmlFor={fieldId}>
        <NativeSelect
          id={fieldId}
          size="md"
          value={target?.database_id ?? ''}
          onChange={({ target: { value } }) => onChange(value === '' ? undefined : { database_id: Number(value) })}
        >
          <option value="">{t(texts.own)}</option>
          {targets.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {target
        ? schemas.map((schema) => (
            <SchemaTarget
              key={schema}
              schema={schema}
              databaseId={target.database_id}
              value={target.schemas?.[schema]}
              onChange={(value) => {
                const { [schema]: _, ...others } = target.schemas ?? {}
                onChange({ ...target, schemas: value === undefined ? others : { ...others, [schema]: value } })
              }}
            />
          ))
        : null}
    </div>
  )
}

interface SchemaTargetProps {
  schema: string
  databaseId: number
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function SchemaTarget({ schema, databaseId, value, onChange }: SchemaTargetProps) {
  const t = useText()
  const fieldId = useId()
  const { data: schemas = [] } = useQuery(schemasQuery(databaseId))
  return (
    <Field label={t(texts.schema, { name: schema === '' ? t(texts.noSchema) : schema })} htmlFor={fieldId}>
      <NativeSelect
        id={fieldId}
        size="md"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">{t(texts.own)}</option>
        {schemas.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
