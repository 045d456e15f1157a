import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { schemasQuery } from '../api/databaseTables.ts'
import { type UploadDatabase, uploadDatabasesQuery } from '../api/uploads.ts'
import { Field } from '../ui/Field.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { defineTexts, useText } from '../ui/text.ts'

const texts = defineTexts('uploadTarget', {
  database: 'Database',
  schema: 'Schema',
  default: 'Default of the connection',
})

/** Where the table is created; the embedded database by default. */
export interface UploadPlace {
  database_id?: number
  schema?: string
}

interface UploadTargetProps {
  place: UploadPlace
  onChange: (place: UploadPlace) => void
}

/** The database and the schema of the new table, if there is a choice. */
export function UploadTarget({ place, onChange }: UploadTargetProps) {
  const t = useText()
  const databaseId = useId()
  const { data: databases = [] } = useQuery(uploadDatabasesQuery)
  const chosen = databases.find(({ id }) => id === place.database_id) ?? databases[0]
  if (chosen === undefined || (databases.length === 1 && chosen.is_embedded)) return null
  return (
    <>
      <Field label={t(texts.database)} htmlFor={databaseId}>
        <NativeSelect
          id={databaseId}
          size="md"
          value={String(chosen.id)}
          onChange={(event) => {
            const next = databases.find(({ id }) => String(id) === event.target.value)
            onChange(next ? placeOf(next) : {})
          }}
        >
          {databases.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {chosen.is_embedded ? null : (
        <SchemaChoice
          database={chosen}
          schema={place.schema}
          onChange={(schema) => onChange({ database_id: chosen.id, schema })}
        />
      )}
    </>
  )
}

/** The first schema in a database. */
const placeOf = ({ id, schemas: [first] }: UploadDatabase): UploadPlace => ({ database_id: id, schema: first })

interface SchemaChoiceProps {
  database: UploadDatabase
  schema: string | undefined
  onChange: (schema: string | undefined) => void
}

/** One of the schemas that accept files; any schema if the database does not list them. */
function SchemaChoice({ database, schema, onChange }: SchemaChoiceProps) {
  const t = useText()
  const id = useId()
  const isListed = database.schemas.length > 0
  const { data: all = [] } = useQuery({ ...schemasQuery(database.id), enabled: !isListed })
  return (
    <Field label={t(texts.schema)} htmlFor={id}>
      <NativeSelect
        id={id}
        size="md"
        value={schema ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        {isListed ? null : <option value="">{t(texts.default)}</option>}
        {(isListed ? database.schemas : all).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
