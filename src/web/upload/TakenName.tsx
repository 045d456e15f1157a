import { type IfExists, ifExistsChoices } from '../../model/upload/upload.ts'
import type { UploadTarget } from '../api/uploads.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import shared from './FileDialog.module.css'
import css from './UploadDialog.module.css'

const texts = defineTexts('uploadTaken', {
  taken: 'The table {name} already exists',
  free: 'Use the name {name}',
  fail: 'Create a table with another name',
  replace: 'Replace its rows',
  append: 'Append to its rows',
  failHelp: 'Enter another table name above.',
  replaceHelp:
    'All rows of the table are replaced by the rows of the file. Charts that use the table will show the new data.',
  appendHelp: 'The rows of the file are appended. Charts that use the table will show the old and the new rows.',
  missing:
    'The file has no {names}: {count, plural, one {this column} other {these columns}} will be removed from the table. {charts, plural, =0 {No chart uses this table yet.} one {# chart uses this table. It will fail if it uses a removed column.} other {# charts use this table. Charts that use a removed column will fail.}}',
})

interface TakenNameProps {
  name: string
  target: UploadTarget
  /** column names of the new rows */
  columns: readonly string[]
  ifExists: IfExists
  onIfExists: (ifExists: IfExists) => void
  onName: (name: string) => void
}

/** The table name is already used: replace, append, or use another name. */
export function TakenName({ name, target, columns, ifExists, onIfExists, onName }: TakenNameProps) {
  const t = useText()
  const { free_name, may_change, charts = 0 } = target
  const missing = (target.columns ?? []).filter((column) => !columns.includes(column))
  return (
    <div className={css.taken}>
      <p>{t(texts.taken, { name })}</p>
      {may_change ? (
        <RadioGroup<IfExists>
          label={t(texts.taken, { name })}
          value={ifExists}
          onChange={onIfExists}
          options={ifExistsChoices.map((value) => ({ value, label: t(texts[value]) }))}
        />
      ) : null}
      <div className={css.takenHelp}>
        <p className={shared.hint}>{t(texts[`${ifExists}Help`])}</p>
        {ifExists === 'fail' && free_name !== undefined ? (
          <Button onClick={() => onName(free_name)}>{t(texts.free, { name: free_name })}</Button>
        ) : null}
      </div>
      {ifExists === 'replace' && missing.length > 0 ? (
        <Banner tone="warning">{t(texts.missing, { names: missing.join(', '), count: missing.length, charts })}</Banner>
      ) : null}
    </div>
  )
}
