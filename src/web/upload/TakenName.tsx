import { type IfExists, ifExistsChoices } from '../../model/upload/upload.ts'
import type { UploadTarget } from '../api/uploads.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import shared from './FileDialog.module.css'
import css from './UploadDialog.module.css'

const texts = defineTexts('uploadTaken', {
  taken: 'There is a table {name} already',
  free: 'Call it {name}',
  fail: 'Make a new table under another name',
  replace: 'Replace its rows',
  append: 'Add to its rows',
  failHelp: 'Give the new table another name above.',
  replaceHelp: 'All its rows give way to those of the file: charts on it will show the new data.',
  appendHelp: 'Its rows stay, those of the file are added: charts on it will show both.',
  missing:
    'The file has no {names}: {count, plural, one {this column goes} other {these columns go}} with the rows. {charts, plural, =0 {No chart is made of this table yet.} one {# chart is made of this table and will fail if it uses what goes.} other {# charts are made of this table: those that use what goes will fail.}}',
})

interface TakenNameProps {
  name: string
  target: UploadTarget
  /** names of the columns that the new rows have */
  columns: readonly string[]
  ifExists: IfExists
  onIfExists: (ifExists: IfExists) => void
  onName: (name: string) => void
}

/** A table has the name already: what is to become of it, or another name. */
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
