import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { useId } from 'react'
import type { AvailableDatabase } from '../../model/database/databaseAnswers.ts'
import { availableDatabasesQuery } from '../api/databases.ts'
import { messageOf } from '../api/failure.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { compareNames } from '../ui/compareNames.ts'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Field } from '../ui/Field.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Select } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatabaseDialog.module.css'

const texts = defineTexts('chooseDatabase', {
  title: 'Select a database to connect',
  others: 'Or choose from a list of other databases we support:',
  supported: 'Supported databases',
  choose: 'Choose a database...',
  other: 'Other',
  want: 'Want to add a new database?',
  wantText:
    'Every database in this list can also be connected by its SQLAlchemy URI. Some databases need a driver package, which an administrator can install.',
  import: 'Import database from file',
})

const otherValue = 'other'
const preferredShown = 4

interface ChooseDatabaseProps {
  /** undefined: a database that is only known by its address */
  onChoose: (product: AvailableDatabase | undefined) => void
  onImport: () => void
}

/** The first step: the choice of the database product. */
export function ChooseDatabase({ onChoose, onImport }: ChooseDatabaseProps) {
  const t = useText()
  const selectId = useId()
  const { data, error, refetch } = useQuery(availableDatabasesQuery)
  if (error) return <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  const preferred = data.filter((product) => product.preferred).slice(0, preferredShown)
  const options = data
    .map(({ name, engine }) => ({ value: engine, label: name }))
    .sort((a, b) => compareNames(a.label, b.label))
  return (
    <>
      <h3 className={css.stepTitle}>{t(texts.title)}</h3>
      <div className={css.tiles}>
        {preferred.map((product) => (
          <button key={product.engine} type="button" className={css.tile} onClick={() => onChoose(product)}>
            <Database size={22} aria-hidden="true" />
            {product.name}
          </button>
        ))}
      </div>
      <p className={css.quiet}>{t(texts.others)}</p>
      <Field label={t(texts.supported)} htmlFor={selectId}>
        <Select
          id={selectId}
          size="md"
          label={t(texts.supported)}
          placeholder={t(texts.choose)}
          options={[...options, { value: otherValue, label: t(texts.other) }]}
          searchable
          value={undefined}
          onChange={(engine) => {
            if (engine !== undefined) onChoose(data.find((product) => product.engine === engine))
          }}
        />
      </Field>
      <Banner tone="info">
        <b>{t(texts.want)}</b>
        <div>{t(texts.wantText)}</div>
      </Banner>
      <div>
        <Button className={css.aligned} variant="quiet" onClick={onImport}>
          {t(texts.import)}
        </Button>
      </div>
    </>
  )
}
