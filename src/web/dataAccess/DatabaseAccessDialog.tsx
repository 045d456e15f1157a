import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { schemasQuery } from '../api/databaseTables.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DataAccess.module.css'
import { DataAccessRoles } from './DataAccessRoles.tsx'

const texts = defineTexts('databaseAccess', {
  title: 'Access to {name}',
  schema: 'Schema',
  whole: 'Whole database',
  close: 'Close',
})

interface DatabaseAccessDialogProps {
  id: number
  name: string
  onClose: () => void
}

/** The roles that may read a database or one of its schemas. */
export default function DatabaseAccessDialog({ id, name, onClose }: DatabaseAccessDialogProps) {
  const t = useText()
  const [schema, setSchema] = useState<string>()
  const schemas = useQuery({ ...schemasQuery(id), retry: false })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { name })}
      width={560}
      footer={
        <Button size="md" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      <div className={css.form}>
        <Field label={t(texts.schema)}>
          <Select
            clearable
            size="md"
            label={t(texts.schema)}
            placeholder={t(texts.whole)}
            value={schema}
            onChange={setSchema}
            options={(schemas.data ?? []).map((value) => ({ value, label: value }))}
          />
        </Field>
        <DataAccessRoles key={schema} target={{ kind: 'database', id, ...(schema === undefined ? {} : { schema }) }} />
      </div>
    </Dialog>
  )
}
