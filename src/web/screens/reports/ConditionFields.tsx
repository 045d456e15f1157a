import { related } from '../../api/related.ts'
import { SqlInput } from '../../controls/sql/SqlInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './Reports.module.css'
import type { Condition, Side } from './reportDraft.ts'
import type { ReportPartProps } from './reportPart.ts'

const texts = defineTexts('alertCondition', {
  title: 'Alert condition',
  database: 'Database',
  sql: 'SQL Query',
  sqlHelp: 'The query returns one number.',
  trigger: 'Trigger Alert If...',
  condition: 'Condition',
  value: 'Value',
  smaller: '< (Smaller than)',
  larger: '> (Larger than)',
  smallerOrEqual: '<= (Smaller or equal)',
  largerOrEqual: '>= (Larger or equal)',
  equal: '== (Is equal)',
  notEqual: '!= (Is not equal)',
  notNull: 'Not null',
  forecast: 'Outside the forecast',
  forecastHelp:
    'The query returns a row for each point in time, with two columns: the time and a number. The latest row is compared with a forecast from the rows before it.',
  confidence: 'Confidence (%)',
  side: 'Direction',
  both: 'Above and below',
  above: 'Above',
  below: 'Below',
})

const labels: [Condition, (typeof texts)[keyof typeof texts]][] = [
  ['<', texts.smaller],
  ['>', texts.larger],
  ['<=', texts.smallerOrEqual],
  ['>=', texts.largerOrEqual],
  ['==', texts.equal],
  ['!=', texts.notEqual],
  ['not null', texts.notNull],
  ['forecast', texts.forecast],
]

const sides: Side[] = ['both', 'above', 'below']

const loadDatabases = related('report', 'database')
const noColumns: [] = []

/** The condition of an alert: a query, and the values that its result is compared with. */
export function ConditionFields({ draft, stored, errorOf, onChange }: ReportPartProps) {
  const t = useText()
  return (
    <fieldset className={css.section}>
      <legend>{t(texts.title)}</legend>
      <Field label={t(texts.database)} required error={errorOf('database')}>
        <Select
          size="md"
          label={t(texts.database)}
          load={loadDatabases}
          labelOf={(id) => (stored?.database?.id === id ? stored.database.database_name : undefined)}
          value={draft.database}
          onChange={(database) => onChange({ database })}
        />
      </Field>
      <Field
        label={t(texts.sql)}
        required
        help={t(draft.condition === 'forecast' ? texts.forecastHelp : texts.sqlHelp)}
        error={errorOf('sql')}
      >
        <SqlInput label={t(texts.sql)} columns={noColumns} value={draft.sql} onChange={(sql) => onChange({ sql })} />
      </Field>
      <div className={css.two}>
        <Field label={t(texts.trigger)} required error={errorOf('validator_type')}>
          <Select
            size="md"
            label={t(texts.trigger)}
            placeholder={t(texts.condition)}
            options={labels.map(([value, label]) => ({ value, label: t(label) }))}
            value={draft.condition}
            onChange={(condition) => onChange({ condition })}
          />
        </Field>
        {draft.condition === 'forecast' ? (
          <NumberField
            size="md"
            label={t(texts.confidence)}
            min={50}
            max={99.9}
            value={draft.confidence}
            onChange={(confidence) => onChange({ confidence })}
          />
        ) : (
          <Field label={t(texts.value)} required={draft.condition !== 'not null'}>
            <NumberField
              hideLabel
              size="md"
              label={t(texts.value)}
              disabled={draft.condition === 'not null'}
              value={draft.condition === 'not null' ? null : draft.threshold}
              onChange={(threshold) => onChange({ threshold })}
            />
          </Field>
        )}
      </div>
      {draft.condition === 'forecast' ? (
        <RadioGroup
          label={t(texts.side)}
          value={draft.side}
          onChange={(side) => onChange({ side })}
          options={sides.map((value) => ({ value, label: t(texts[value]) }))}
        />
      ) : null}
    </fieldset>
  )
}
